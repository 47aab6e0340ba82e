import { notFound, validationFailed } from "../../base/errors.ts";
import { type Page, type PageRequest, toPage } from "../../base/page.ts";
import type { RuleKind } from "../../store/db/schema/point-rules.ts";
import type { Store } from "../../store/db/store.ts";
import * as campaigns from "../campaigns/service.ts";
import { ruleEnded, tooManyRules } from "./problems.ts";
import type { Rule } from "./rule-store.ts";
import * as rows from "./rule-store.ts";

export type { Rule } from "./rule-store.ts";

/** Fields of a rule that may change later; the condition stays, since people were told about it. */
export interface RuleBounds {
  points: number;
  multiply: boolean;
  daily_cap: number | null;
  user_cap: number | null;
  budget: number | null;
}

export interface NewRule extends RuleBounds {
  kind: RuleKind;
  event: string | null;
  per: bigint | null;
  currency: string | null;
  hold_days: number;
  expire_days: number | null;
}

/** Most open rules of a campaign: all are applied in the commit that confirms a reward, for which other commits wait. */
const MAX_OPEN_RULES = 50;

/** @throws Problem 404 unless the campaign is the merchant's, 409 `too_many_rules` */
export async function create(
  store: Store,
  { merchantId, campaignId, now }: { merchantId: number; campaignId: number; now: Date },
  input: NewRule,
): Promise<Rule> {
  await campaigns.get(store, merchantId, campaignId);
  if ((await rows.countOpen(store, campaignId)) >= MAX_OPEN_RULES) throw tooManyRules(MAX_OPEN_RULES);
  return rows.insert(store, {
    ...input,
    multiply: Number(input.multiply),
    merchant_id: merchantId,
    campaign_id: campaignId,
    granted: 0,
    created_at: now,
    updated_at: now,
    ended_at: null,
  });
}

/** Newest first. @throws Problem 404 */
export async function list(
  store: Store,
  merchantId: number,
  campaignId: number,
  request: PageRequest,
): Promise<Page<Rule>> {
  await campaigns.get(store, merchantId, campaignId);
  return toPage(request, (page) => rows.listOf(store, campaignId, page));
}

async function get(store: Store, merchantId: number, id: number): Promise<Rule> {
  const rule = await rows.ownedBy(store, merchantId, id);
  if (!rule) throw notFound("rule", id);
  return rule;
}

/** @throws Problem 404, 409 `rule_ended`, 422 for a budget below what is granted already */
export async function update(
  store: Store,
  merchantId: number,
  id: number,
  { multiply, ...change }: Partial<RuleBounds>,
  now: Date,
): Promise<Rule> {
  const rule = await get(store, merchantId, id);
  if (rule.ended_at) throw ruleEnded(id);
  const flag = multiply === undefined ? {} : { multiply: Number(multiply) };
  const updated = await rows.update(store, id, { ...change, ...flag, updated_at: now });
  if (updated) return updated;
  throw validationFailed([
    { field: "budget", message: `must be at least ${rule.granted}, the points already granted` },
  ]);
}

/** Ends a rule: it grants nothing from now on; what it granted stays. A repeat changes nothing. @throws Problem 404 */
export async function end(store: Store, merchantId: number, id: number, now: Date): Promise<Rule> {
  const rule = await get(store, merchantId, id);
  return (await rows.update(store, id, { ended_at: now, updated_at: now })) ?? rule;
}
