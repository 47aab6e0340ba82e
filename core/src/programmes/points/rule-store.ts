import { and, asc, eq, gt, isNull, lte, or, count as rowCount, sql } from "drizzle-orm";
import { startOfDay } from "../../base/days.ts";
import type { PageRequest } from "../../base/page.ts";
import { isGiven, value } from "../../store/db/dialect.ts";
import { newest } from "../../store/db/newest.ts";
import { campaigns } from "../../store/db/schema/campaigns.ts";
import { pointRules, pointRuleUses } from "../../store/db/schema/point-rules.ts";
import { placeholders, prepared, type Store } from "../../store/db/store.ts";

export type Rule = typeof pointRules.$inferSelect;
type NewRule = typeof pointRules.$inferInsert;

export async function insert(store: Store, row: NewRule): Promise<Rule> {
  return store.insert(pointRules).values(row).returning().get();
}

/** A campaign's rules, newest first; those that have ended too. */
export const listOf = (store: Store, campaignId: number, page: PageRequest): Promise<Rule[]> =>
  newest(store, pointRules, page, { campaign_id: campaignId });

/** How many of a campaign's rules have not ended. */
export async function countOpen(store: Store, campaignId: number): Promise<number> {
  const isOpen = and(eq(pointRules.campaign_id, campaignId), isNull(pointRules.ended_at));
  const row = await store.select({ n: rowCount() }).from(pointRules).where(isOpen).get();
  return Number(row?.n ?? 0);
}

/** A rule of this merchant. */
export async function ownedBy(store: Store, merchantId: number, id: number): Promise<Rule | undefined> {
  return store
    .select()
    .from(pointRules)
    .where(and(eq(pointRules.merchant_id, merchantId), eq(pointRules.id, id)))
    .get();
}

/** Undefined if the rule has ended, or has granted more than its new budget. */
export async function update(store: Store, id: number, change: Partial<NewRule>): Promise<Rule | undefined> {
  const fits = change.budget == null ? undefined : lte(pointRules.granted, change.budget);
  return store
    .update(pointRules)
    .set(change)
    .where(and(eq(pointRules.id, id), isNull(pointRules.ended_at), fits))
    .returning()
    .get();
}

const selectOfReward = prepared((store) =>
  store
    .select()
    .from(pointRules)
    .where(and(isGiven(pointRules.campaign_id), eq(pointRules.kind, "reward"), isNull(pointRules.ended_at)))
    .orderBy(asc(pointRules.id))
    .prepare(),
);

/** Rules by which a confirmed reward of the campaign earns points. */
export async function ofRewards(store: Store, campaignId: number): Promise<Rule[]> {
  return selectOfReward(store).all({ campaign_id: campaignId });
}

const selectMatching = prepared((store) =>
  store
    .select({ rule: pointRules })
    .from(pointRules)
    .innerJoin(campaigns, eq(campaigns.id, pointRules.campaign_id))
    .where(
      and(
        isGiven(pointRules.merchant_id),
        isNull(pointRules.ended_at),
        eq(campaigns.status, "active"),
        lte(campaigns.starts_at, value(campaigns.starts_at, "now")),
        gt(campaigns.ends_at, value(campaigns.ends_at, "now")),
        or(
          and(eq(pointRules.kind, "event"), isGiven(pointRules.event)),
          and(eq(pointRules.kind, "spend"), isGiven(pointRules.currency)),
        ),
      ),
    )
    .orderBy(asc(pointRules.id))
    .prepare(),
);

/** The rules of the merchant's open campaigns for an event, and for what was spent with it. */
export async function matching(
  store: Store,
  query: { merchant_id: number; event: string; currency: string | null; now: Date },
): Promise<Rule[]> {
  return (await selectMatching(store).all(query)).map(({ rule }) => rule);
}

const selectUse = prepared((store) =>
  store
    .select({
      all: sql<number>`coalesce(sum(${pointRuleUses.points}), 0)`.mapWith(Number),
      today:
        sql<number>`coalesce(sum(case when ${pointRuleUses.day} = ${value(pointRuleUses.day, "day")} then ${pointRuleUses.points} else 0 end), 0)`.mapWith(
          Number,
        ),
    })
    .from(pointRuleUses)
    .where(and(isGiven(pointRuleUses.rule_id), isGiven(pointRuleUses.user_id)))
    .prepare(),
);

/** Points that the user got by the rule, in all and on this day: at most one row per day is read. */
export async function used(store: Store, rule: Rule, userId: number, now: Date) {
  const row = await selectUse(store).get({ rule_id: rule.id, user_id: userId, day: startOfDay(now) });
  return row ?? { all: 0, today: 0 };
}

const addUse = prepared((store) =>
  store
    .insert(pointRuleUses)
    .values({
      ...placeholders("rule_id", "user_id", "day", "points"),
    })
    .onConflictDoUpdate({
      target: [pointRuleUses.rule_id, pointRuleUses.user_id, pointRuleUses.day],
      set: { points: sql`${pointRuleUses.points} + excluded.points` },
    })
    .prepare(),
);

const addGranted = prepared((store) =>
  store
    .update(pointRules)
    .set({ granted: sql`${pointRules.granted} + ${value(pointRules.granted, "points")}` })
    .where(isGiven(pointRules.id))
    .returning({ granted: pointRules.granted })
    .prepare(),
);

/** Counts points that the user gets by the rule, negative ones that were taken back; the table's CHECK holds the budget. */
export async function count(store: Store, ruleId: number, userId: number, points: number, day: Date): Promise<void> {
  await addUse(store).run({ rule_id: ruleId, user_id: userId, day: startOfDay(day), points });
  await addGranted(store).get({ id: ruleId, points });
}
