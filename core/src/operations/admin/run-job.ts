import type { UnitContext } from "../../context/context.ts";
import { record } from "../../store/audit/audit.ts";
import type { Store } from "../../store/db/store.ts";
import { BACKUP_JOB } from "../backups/recurring.ts";
import { type RecurringState, runNow } from "../recurring-jobs/service.ts";

/**
 * Makes a recurring job due now, for an administrator.
 * @throws Problem 404, 409 `job_running`
 */
export async function runJob(
  context: UnitContext,
  store: Store,
  { name, actor, action = "job.run" }: { name: string; actor: string; action?: string },
): Promise<RecurringState> {
  const job = await runNow(context, store, name);
  await record(store, { actor, action, subject: `job:${name}`, now: context.clock.now() });
  return job;
}

/** As `runJob`. */
export const startBackup = (context: UnitContext, store: Store, actor: string): Promise<RecurringState> =>
  runJob(context, store, { name: BACKUP_JOB, actor, action: "backup.create" });
