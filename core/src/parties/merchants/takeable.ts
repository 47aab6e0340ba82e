import { and, eq, inArray, lte, or, sql } from "drizzle-orm";
import { campaigns } from "../../store/db/schema/campaigns.ts";
import { dropShares, drops } from "../../store/db/schema/drops.ts";
import type { Store } from "../../store/db/store.ts";

/** A campaign or drop that pays no more, and what its merchant has to call, in this order, to get back what is left. */
export interface Takeable {
  kind: "campaign" | "drop";
  id: number;
  name: string;
  /** Stroops that the records say are left. */
  left: bigint;
  steps: ("end" | "settle" | "sweep")[];
}

/** A merchant's takeable campaigns and drops, without those that return it already. */
export async function takeable(store: Store, merchantId: number, now: Date): Promise<Takeable[]> {
  const over = and(inArray(campaigns.status, ["active", "paused"]), lte(campaigns.ends_at, now));
  const ended = await store
    .select()
    .from(campaigns)
    .where(
      and(
        eq(campaigns.merchant_id, merchantId),
        or(eq(campaigns.status, "ended"), over),
        sql`${campaigns.next_status} is distinct from 'settled'`,
      ),
    )
    .orderBy(campaigns.id);
  const claimed = sql<bigint>`(select coalesce(sum(${dropShares.amount}), 0) from ${dropShares}
    where ${dropShares.drop_id} = ${drops.id} and ${dropShares.claim_status} = 'claimed')`.mapWith(drops.total);
  const expired = await store
    .select({ id: drops.id, name: drops.name, total: drops.total, claimed })
    .from(drops)
    .where(and(eq(drops.merchant_id, merchantId), eq(drops.status, "active"), lte(drops.expires_at, now)))
    .orderBy(drops.id);
  return [
    ...ended.map(({ id, name, budget, spent, status, next_status }): Takeable => {
      const isEnding = status === "ended" || next_status === "ended";
      return { kind: "campaign", id, name, left: budget - spent, steps: isEnding ? ["settle"] : ["end", "settle"] };
    }),
    ...expired.map(
      ({ id, name, total, claimed }): Takeable => ({ kind: "drop", id, name, left: total - claimed, steps: ["sweep"] }),
    ),
  ];
}
