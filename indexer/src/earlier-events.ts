import { record as recordReferral } from "@merit/core/programmes/referral-programs/on-chain.ts";
import { contractEvents } from "@merit/core/store/db/schema/contract-events.ts";
import { facts } from "@merit/core/store/db/schema/facts.ts";
import type { Store } from "@merit/core/store/db/store.ts";
import { asc, eq } from "drizzle-orm";

/**
 * Records what the referral contract's events say that a version without referral records stored: they don't come again, and a binding
 * is made only once. Does nothing at the next start.
 */
export async function recordEarlier(store: Store): Promise<void> {
  const isFirst = await store
    .insert(facts)
    .values({ name: "referral_events", value: "recorded" })
    .onConflictDoNothing()
    .returning()
    .get();
  if (!isFirst) return;
  const events = await store
    .select()
    .from(contractEvents)
    .where(eq(contractEvents.contract, "referral"))
    .orderBy(asc(contractEvents.id));
  for (const event of events) await recordReferral(store, event);
}
