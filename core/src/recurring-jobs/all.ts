import { backupJob } from "../backups/recurring.ts";
import type { RecurringJob } from "../jobs/recurring.ts";
import { expiringPointsJob } from "../notices/expiring-points.ts";
import { statementsJob } from "../notices/statements.ts";
import { dailyBonusJob, pointExpiryJob } from "../points/recurring.ts";
import { reportsJob } from "../reports/recurring.ts";
import { voucherExpiryJob } from "../vouchers/recurring.ts";
import { leaderboardJob } from "./leaderboard.ts";
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
];
