import type { Auth } from "../auth/auth.ts";
import type { Blocks } from "../blocks.ts";
import type { Chain } from "../chain/chain.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import type { Descriptors } from "../descriptors.ts";
import type { Heartbeats } from "../heartbeats.ts";
import type { Leaderboard } from "../leaderboard/leaderboard.ts";
import type { Live } from "../live/live.ts";
import type { Logger } from "../logger.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Settings } from "../settings/settings.ts";
import type { Wake } from "../wake.ts";

/** What every part needs. It is passed explicitly, so that tests can build their own, and no state is hidden in modules. */
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

/** What a function takes that is part of its caller's unit of work: without the database it can't commit. */
export type UnitContext = Omit<Context, "db">;
