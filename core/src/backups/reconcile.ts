import { OPERATOR, record } from "../audit/audit.ts";
import { skipIds } from "../db/ids.ts";
import type { Store } from "../db/store.ts";
import { readFence, writeFence } from "../rewards/fence.ts";

/** The worker rebuilds the records of what was paid since the backup before anything else is paid. */
export async function markRestored(store: Store, now: Date): Promise<void> {
  await writeFence(store, "restored");
  await skipIds(store, now);
}

/** An operator says that the database was restored, by other means than `merit restore`. False if payouts don't wait for that. */
export async function allowReconciling(store: Store, now: Date): Promise<boolean> {
  if ((await readFence(store)) !== "unknown") return false;
  await markRestored(store, now);
  await record(store, { actor: OPERATOR, action: "payouts.allow_reconcile", subject: "payouts", now });
  return true;
}
