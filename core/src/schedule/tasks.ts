import { backupTask } from "../backups/task.ts";
import { leaderboardTask } from "../leaderboard/task.ts";
import { dailyBonusTask, pointExpiryTask } from "../points/tasks.ts";
import { reportsTask } from "../reports/task.ts";
import { pruneTask } from "./prune.ts";
import type { Task } from "./task.ts";

/** All recurring work of the service. */
export const tasks: readonly Task[] = [
  pruneTask,
  backupTask,
  reportsTask,
  pointExpiryTask,
  dailyBonusTask,
  leaderboardTask,
];
