import { pruneTask } from "./prune.ts";
import type { Task } from "./task.ts";

/** All recurring work of the service. */
export const tasks: readonly Task[] = [pruneTask];
