import { and, eq, exists, inArray, isNotNull, or, sql } from "drizzle-orm";
import { value } from "../../store/db/dialect.ts";
import { contractEventSubjects } from "../../store/db/schema/contract-events.ts";
import { issuances } from "../../store/db/schema/issuances.ts";
import { merchants } from "../../store/db/schema/merchants.ts";
import { prepared, type Store } from "../../store/db/store.ts";

// Anybody can register, as often as they like. So the service bounds what it spends on all merchants together of which nothing else is known.

const one = { one: sql`1` };

const selectProven = prepared((store) => {
  const id = value(merchants.id, "id");
  const paid = store
    .select(one)
    .from(issuances)
    .where(and(eq(issuances.merchant_id, id), eq(issuances.status, "confirmed")));
  const funded = store
    .select(one)
    .from(contractEventSubjects)
    .where(
      and(
        eq(contractEventSubjects.kind, "merchant"),
        eq(contractEventSubjects.value, value(contractEventSubjects.value, "text")),
        inArray(contractEventSubjects.type, ["deposit", "grant"]),
      ),
    );
  const isProven = or(exists(paid), and(isNotNull(merchants.email_verified_at), exists(funded)));
  return store
    .select(one)
    .from(merchants)
    .where(and(eq(merchants.id, id), isProven))
    .prepare();
});

/** True if a reward of the merchant was paid, or if its address is confirmed and the pool got tokens for it. Once true, it stays so. */
export async function isProven(store: Store, merchantId: number): Promise<boolean> {
  return (await selectProven(store).get({ id: merchantId, text: String(merchantId) })) !== undefined;
}
