import type { Blocks } from "../base/blocks.ts";
import type { Clock } from "../base/clock.ts";
import type { Descriptors } from "../base/descriptors.ts";
import type { Heartbeats } from "../base/heartbeats.ts";
import type { Live } from "../base/live/live.ts";
import type { Logger } from "../base/logger.ts";
import type { Metrics } from "../base/metrics/metrics.ts";
import type { Settings } from "../base/settings/settings.ts";
import type { Wake } from "../base/wake.ts";
import type { Chain } from "../ledger/chain/chain.ts";
import type { Database } from "../store/db/database.ts";
import type { Leaderboard } from "../store/rankings/leaderboard.ts";
import type { Auth } from "./auth/auth.ts";

/** Dependencies of every part. Passed explicitly, so that tests can build their own, and no state is hidden in modules. */
export interface Context {
  /** Names this process among those that work on the same database. */
  processId: string;
  settings: Settings;
  db: Database;
  log: Logger;
  clock: Clock;
  auth: Auth;
  chain: Chain;
  wake: Wake;
  live: Live;
  leaderboard: Leaderboard;
  heartbeats: Heartbeats;
  blocks: Blocks;
  descriptors: Descriptors;
  /** Aborted when the API begins to stop. */
  stopping: AbortController;
  metrics: Metrics;
}

/** Context of a function that is part of its caller's unit of work: without the database it can't commit. */
export type UnitContext = Omit<Context, "db">;
