import { and, asc, eq, isNull, lt } from "drizzle-orm";
import * as budget from "../../programmes/campaigns/budget.ts";
import { issuances } from "../../store/db/schema/issuances.ts";
import type { Store } from "../../store/db/store.ts";
import { renumber } from "../rewards/store.ts";

/** Numbers that are taken are passed as far as this: more than lie between two that a campaign has given out. */
const NEAR = 1_000_000;

/**
 * Gives rewards that wait numbers of the current period: older ones can't be paid much longer. Only after an epoch was opened, and
 * before anything is sent in it: by then every payment is known, so no other number has paid them.
 * @param first lowest number of the period
 */
export async function giveNewNumbers(store: Store, first: number): Promise<void> {
  await budget.beginNumbers(store, first, NEAR);
  const stale = await store
    .select({ id: issuances.id, campaign_id: issuances.campaign_id })
    .from(issuances)
    .where(and(eq(issuances.status, "pending"), isNull(issuances.submission_id), lt(issuances.number, first)))
    .orderBy(asc(issuances.id));
  for (const { id, campaign_id } of stale) {
    await renumber(store, id, await budget.takeNumber(store, campaign_id));
  }
}
