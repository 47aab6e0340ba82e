import type { RecurringJob } from "../../context/recurring.ts";
import { giveBackJob } from "../../payouts/sponsoring/give-back.ts";
import { voucherExpiryJob } from "../../payouts/vouchers/recurring.ts";
import { leaderboardJob } from "../../programmes/leaderboard/board.ts";
import { dailyBonusJob, pointExpiryJob } from "../../programmes/points/recurring.ts";
import { backupJob } from "../backups/recurring.ts";
import { expiringPointsJob } from "../notices/expiring-points.ts";
import { statementsJob } from "../notices/statements.ts";
import { reportsJob } from "../reports/recurring.ts";
import { renamedJob } from "../search/renamed.ts";
import { pruneJob } from "./prune.ts";

/** All recurring jobs of the service. */
export const recurringJobs: readonly RecurringJob[] = [
  pruneJob,
  backupJob,
  reportsJob,
  statementsJob,
  expiringPointsJob,
  pointExpiryJob,
  dailyBonusJob,
  leaderboardJob,
  voucherExpiryJob,
  giveBackJob,
  renamedJob,
];
