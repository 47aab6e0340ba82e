import { backupJob } from "../backups/recurring.ts";
import type { RecurringJob } from "../jobs/recurring.ts";
import { dailyBonusJob, pointExpiryJob } from "../points/recurring.ts";
import { reportsJob } from "../reports/recurring.ts";
import { leaderboardJob } from "./leaderboard.ts";
import { pruneJob } from "./prune.ts";

/** All recurring jobs of the service. */
export const recurringJobs: readonly RecurringJob[] = [
  pruneJob,
  backupJob,
  reportsJob,
  pointExpiryJob,
  dailyBonusJob,
  leaderboardJob,
];
