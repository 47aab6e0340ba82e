import type { UnitContext } from "../../context/context.ts";
import { record } from "../../store/audit/audit.ts";
import type { Store } from "../../store/db/store.ts";
import { type RecurringState, runNow } from "../recurring-jobs/service.ts";

/**
 * Makes a recurring job due now, for an administrator.
 * @throws Problem 404, 409 `job_running`
 */
export async function runJob(
  context: UnitContext,
  store: Store,
  { name, actor }: { name: string; actor: string },
): Promise<RecurringState> {
  const job = await runNow(context, store, name);
  await record(store, { actor, action: "job.run", subject: `job:${name}`, now: context.clock.now() });
  return job;
}
