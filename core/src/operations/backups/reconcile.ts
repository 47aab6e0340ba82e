import { readEpoch, shut } from "../../payouts/rewards/epoch.ts";
import { OPERATOR, record } from "../../store/audit/audit.ts";
import { skipIds } from "../../store/db/dialect.ts";
import type { Store } from "../../store/db/store.ts";

/** Has the worker complete the records of payments since the backup before anything else is accepted or paid. */
export async function markRestored(store: Store, now: Date): Promise<void> {
  await shut(store, "rebuilding", "the database was restored from a backup", now);
  await skipIds(store, now);
}

/** Lets a service continue that has lost its epoch to another one. False if it hasn't lost it. */
export async function allowReconciling(store: Store, now: Date): Promise<boolean> {
  if ((await readEpoch(store)).status !== "lost") return false;
  await shut(store, "rebuilding", "an operator has let this service continue", now);
  // Its database may be the older one of the two.
  await skipIds(store, now);
  await record(store, { actor: OPERATOR, action: "payouts.allow_reconcile", subject: "payouts", now });
  return true;
}
