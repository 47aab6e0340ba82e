import { eq } from "drizzle-orm";
import { type PayoutStatus, payoutEpoch } from "../../store/db/schema/payouts.ts";
import { prepared, type Store } from "../../store/db/store.ts";

// The status tells if rewards are accepted and paid with this database. The worker (payouts/batches/open.ts) writes it here:
// - `open`: they are
// - `rebuilding`: they aren't, until the records of what the ledger has paid are complete
// - `lost`: they aren't, since another service pays now, until an operator lets this one continue

export type PayoutEpoch = typeof payoutEpoch.$inferSelect;

const ID = 1;

const selectEpoch = prepared((store) => store.select().from(payoutEpoch).where(eq(payoutEpoch.id, ID)).prepare());

/** Before the first start of a worker there is no row, and rewards are accepted. */
export async function readEpoch(store: Store): Promise<Omit<PayoutEpoch, "id" | "updated_at">> {
  const none = { epoch: 0, intended: 0, first_number: 1, status: "open", reason: null } as const;
  return (await selectEpoch(store).get()) ?? none;
}

export async function writeEpoch(
  store: Store,
  change: Partial<Omit<PayoutEpoch, "id" | "updated_at">>,
  now: Date,
): Promise<void> {
  const row = { ...(await readEpoch(store)), ...change, id: ID, updated_at: now };
  await store.insert(payoutEpoch).values(row).onConflictDoUpdate({ target: payoutEpoch.id, set: row });
}

/** @param reason for the operator: what payouts wait for */
export const shut = (store: Store, status: Exclude<PayoutStatus, "open">, reason: string, now: Date): Promise<void> =>
  writeEpoch(store, { status, reason }, now);

export const isShut = async (store: Store): Promise<boolean> => (await readEpoch(store)).status !== "open";
