import { randomUUID } from "node:crypto";
import { openAuth } from "../auth/auth.ts";
import { createBlocks } from "../blocks.ts";
import type { Chain } from "../chain/chain.ts";
import type { RpcObserver } from "../chain/rpc.ts";
import { type Clock, systemClock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { openDatabase as openAny } from "../db/open.ts";
import { queueNames } from "../db/schema/jobs.ts";
import { runResults } from "../db/schema/recurring-jobs.ts";
import { createDescriptors } from "../descriptors.ts";
import { createHeartbeats } from "../heartbeats.ts";
import { createLeaderboard } from "../leaderboard/leaderboard.ts";
import { createLive } from "../live/live.ts";
import type { Logger } from "../logger.ts";
import { createMetrics } from "../metrics/metrics.ts";
import type { Settings } from "../settings/settings.ts";
import { createWake, type Wake } from "../wake.ts";
import type { Context } from "./context.ts";

interface Needs {
  settings: Settings;
  log: Logger;
  /** Opens the chain; `observe` is called for each request to the node. */
  openChain(observe: RpcObserver): Chain;
  /** By default, the database of the settings is opened. */
  openDatabase?(settings: Settings, notify: Wake["notify"]): Database;
  /** This machine's by default. */
  clock?: Clock;
}

/**
 * Opens the database, and puts together what every part needs. Whoever creates a context closes its leaderboard
 * and then its database.
 * @throws SetupError, BrokenFileError, DatabaseUnavailable
 */
export function createContext(needs: Needs): Context {
  const { settings, log, openChain, openDatabase = openAny, clock = systemClock } = needs;
  const heartbeats = createHeartbeats();
  const metrics = createMetrics({ clock, heartbeats, queues: queueNames, runResults });
  const chain = openChain(metrics.rpcAsked);
  const auth = openAuth(settings, metrics);
  const wake = createWake();
  const db = openDatabase(settings, wake.notify);
  return {
    processId: randomUUID(),
    settings,
    db,
    log,
    clock,
    auth,
    chain,
    wake,
    live: createLive(),
    leaderboard: createLeaderboard(db, clock),
    heartbeats,
    blocks: createBlocks(clock),
    descriptors: createDescriptors(),
    stopping: new AbortController(),
    metrics,
  };
}
