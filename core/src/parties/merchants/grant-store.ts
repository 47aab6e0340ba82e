import { and, eq, gte, lt, or, type SQL, sql, sum } from "drizzle-orm";
import type { PageRequest } from "../../base/page.ts";
import { field } from "../../store/db/dialect.ts";
import { newest } from "../../store/db/newest.ts";
import { merchantGrants } from "../../store/db/schema/grants.ts";
import { jobs } from "../../store/db/schema/jobs.ts";
import type { Store } from "../../store/db/store.ts";
import { add } from "../../store/jobs/jobs.ts";
import type { Payloads } from "../../store/jobs/payloads.ts";

export type Grant = typeof merchantGrants.$inferSelect;
type NewGrant = typeof merchantGrants.$inferInsert;

/** Undefined if the reference is there already. */
export async function insert(store: Store, row: NewGrant): Promise<Grant | undefined> {
  return store
    .insert(merchantGrants)
    .values(row)
    .onConflictDoNothing({ target: merchantGrants.reference })
    .returning()
    .get();
}

export async function byReference(store: Store, reference: string): Promise<Grant | undefined> {
  return store.select().from(merchantGrants).where(eq(merchantGrants.reference, reference)).get();
}

/** Changes a grant that is in status `from`; undefined if it isn't. */
export async function move(
  store: Store,
  reference: string,
  from: Grant["status"],
  change: Partial<NewGrant>,
): Promise<Grant | undefined> {
  return store
    .update(merchantGrants)
    .set(change)
    .where(and(eq(merchantGrants.reference, reference), eq(merchantGrants.status, from)))
    .returning()
    .get();
}

/** Newest first. */
export const listOf = (store: Store, merchantId: number, page: PageRequest): Promise<Grant[]> =>
  newest(store, merchantGrants, page, { merchant_id: merchantId });

const jobKey = (merchantId: number, id?: number) => `grant:${merchantId}${id === undefined ? "" : `:${id}`}`;

type Granted = Pick<Grant, "merchant_id" | "amount" | "reference"> & Partial<Pick<Grant, "id">>;

/** Adds the job of a grant, in the caller's commit; the demo's has no id. */
export async function addJob(store: Store, { id, merchant_id, amount, reference }: Granted, now: Date): Promise<void> {
  const payload: Payloads["transaction-submission"] = { kind: "grant", merchant_id, amount: String(amount), reference };
  const place = { key: jobKey(merchant_id, id), group: String(merchant_id) };
  await add(store, { queue: "transaction-submission", ...place, payload, now });
}

/** Jobs of the merchant's grants, found by their keys. */
export function isGrantJobOf(merchantId: number): SQL | undefined {
  const key = jobKey(merchantId);
  const hasKey = or(eq(jobs.key, key), and(gte(jobs.key, `${key}:`), lt(jobs.key, `${key};`)));
  return and(eq(jobs.queue, "transaction-submission"), hasKey);
}

/** Stroops of a merchant's grants that the ledger hasn't confirmed yet, by their jobs: the demo's grant has no other record. */
export async function onTheirWay(store: Store, merchantId: number): Promise<bigint> {
  const row = await store
    .select({ amount: sum(sql`cast(${field(jobs.payload, "amount")} as bigint)`) })
    .from(jobs)
    .where(isGrantJobOf(merchantId))
    .get();
  return BigInt(row?.amount ?? 0);
}
