import { randomUUID } from "node:crypto";
import { createBlocks } from "../base/blocks.ts";
import { type Clock, systemClock } from "../base/clock.ts";
import { createDescriptors } from "../base/descriptors.ts";
import { createHeartbeats } from "../base/heartbeats.ts";
import { createLive } from "../base/live/live.ts";
import type { Logger } from "../base/logger.ts";
import { createMetrics } from "../base/metrics/metrics.ts";
import type { Settings } from "../base/settings/settings.ts";
import { createWake, type Wake } from "../base/wake.ts";
import type { Chain } from "../ledger/chain/chain.ts";
import type { RpcObserver } from "../ledger/chain/rpc.ts";
import type { Database } from "../store/db/database.ts";
import { openDatabase as openAny } from "../store/db/open.ts";
import { queueNames } from "../store/db/schema/jobs.ts";
import { runResults } from "../store/db/schema/recurring-jobs.ts";
import { createLeaderboard } from "../store/rankings/leaderboard.ts";
import { openAuth } from "./auth/auth.ts";
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
