import { openAuth } from "../auth/auth.ts";
import { createBlocks } from "../blocks.ts";
import type { Chain } from "../chain/chain.ts";
import type { RpcObserver } from "../chain/rpc.ts";
import { systemClock } from "../clock.ts";
import { databasePath } from "../data-folder.ts";
import { openDatabase } from "../db/sqlite/open.ts";
import { createDescriptors } from "../descriptors.ts";
import { createHeartbeats } from "../heartbeats.ts";
import { createLeaderboard } from "../leaderboard/leaderboard.ts";
import { createLive } from "../live/live.ts";
import type { Logger } from "../logger.ts";
import { createMetrics } from "../metrics/metrics.ts";
import type { Settings } from "../settings/settings.ts";
import { createWake } from "../wake.ts";
import type { Context } from "./context.ts";

interface Needs {
  settings: Settings;
  log: Logger;
  /** Opens the chain; `observe` is called for each request to the node. */
  openChain(observe: RpcObserver): Chain;
}

/**
 * Opens the database in the data folder, and puts together what every part needs. Whoever creates a context closes its leaderboard
 * and then its database.
 * @throws SetupError, BrokenFileError, DatabaseUnavailable
 */
export function createContext({ settings, log, openChain }: Needs): Context {
  const clock = systemClock;
  const heartbeats = createHeartbeats();
  const metrics = createMetrics({ clock, heartbeats });
  const chain = openChain(metrics.rpcAsked);
  const auth = openAuth(settings, metrics);
  const wake = createWake();
  const db = openDatabase(databasePath(settings.dataDir), wake.notify);
  return {
    settings,
    db,
    log,
    clock,
    auth,
    chain,
    wake,
    live: createLive(),
    leaderboard: createLeaderboard(db.path, clock),
    heartbeats,
    blocks: createBlocks(clock),
    descriptors: createDescriptors(),
    metrics,
  };
}
