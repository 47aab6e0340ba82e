import { backupTask } from "../backups/task.ts";
import { dailyBonusTask, pointExpiryTask } from "../points/tasks.ts";
import { reportsTask } from "../reports/task.ts";
import type { Task } from "../schedule/task.ts";
import { leaderboardTask } from "./leaderboard.ts";
import { pruneTask } from "./prune.ts";

/** All recurring work of the service. */
export const tasks: readonly Task[] = [
  pruneTask,
  backupTask,
  reportsTask,
  pointExpiryTask,
  dailyBonusTask,
  leaderboardTask,
];
