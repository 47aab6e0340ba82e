import type { UnitContext } from "../context/context.ts";
import type { Store } from "../db/store.ts";
import * as rows from "./store.ts";
import { firstRun, scheduleOf, type Task } from "./task.ts";

/** Makes sure that the task has its row, reckoned by its schedule as it is now. */
export async function planTask({ clock, settings }: UnitContext, store: Store, task: Task): Promise<void> {
  const firstRunAt = firstRun(task, settings, clock.now());
  await rows.plan(store, { name: task.name, schedule: scheduleOf(task, settings), firstRunAt });
}
