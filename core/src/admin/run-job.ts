import { record } from "../audit/audit.ts";
import { BACKUP_JOB } from "../backups/task.ts";
import type { UnitContext } from "../context/context.ts";
import type { Store } from "../db/store.ts";
import { runNow, type ScheduledJob } from "../tasks/service.ts";

/**
 * Makes a recurring job due now, for an administrator; the caller wakes `topics.schedule` after its commit.
 * @throws Problem 404, 409 `job_running`
 */
export async function runJob(
  context: UnitContext,
  store: Store,
  { name, actor, action = "job.run" }: { name: string; actor: string; action?: string },
): Promise<ScheduledJob> {
  const job = await runNow(context, store, name);
  await record(store, { actor, action, subject: `job:${name}`, now: context.clock.now() });
  return job;
}

/** As `runJob`. */
export const startBackup = (context: UnitContext, store: Store, actor: string): Promise<ScheduledJob> =>
  runJob(context, store, { name: BACKUP_JOB, actor, action: "backup.create" });
