import { addDays } from "../../base/days.ts";
import type { Tier } from "../../base/settings/points.ts";
import type { Grant } from "../../store/db/schema/point-rules.ts";
import type { PointKind } from "../../store/db/schema/points.ts";
import type { Store } from "../../store/db/store.ts";
import { lifetimeOf } from "./balances.ts";
import * as ledger from "./ledger.ts";
import * as rules from "./rule-store.ts";
import { multiplied, standingOf } from "./tiers.ts";

// Points that a rule gives. Its bounds count what is given in the end, after the tier's multiplier: what a cap or the budget doesn't
// leave room for is not given, and not made up for later.

export interface Occasion {
  userId: number;
  kind: PointKind;
  cause: string;
  /** Amount spent (ten-millionths of a currency unit) or paid (stroops); null where that doesn't count. */
  amount: bigint | null;
  tiers: readonly Tier[];
  now: Date;
}

/** Applies a rule once per cause; the rule comes from the caller's commit, so that what it has granted is up to date. */
export async function grant(store: Store, rule: rules.Rule, occasion: Occasion): Promise<Grant> {
  const { userId, kind, cause, tiers, now } = occasion;
  const worth = await worthOf(store, rule, occasion);
  const points = Math.min(worth, await roomOf(store, rule, userId, now));
  const outcome = { rule_id: rule.id, points, capped: points < worth, cancelled: false };
  if (points <= 0) return { ...outcome, points: 0 };
  const availableAt = addDays(now, rule.hold_days);
  const expiresAt = rule.expire_days === null ? null : addDays(availableAt, rule.expire_days);
  const merchantId = rule.merchant_id;
  const credit = { userId, merchantId, kind, points, cause, availableAt, expiresAt, tiers, now };
  const row = await ledger.credit(store, credit);
  if (!row) return { ...outcome, points: 0 };
  await rules.count(store, rule.id, userId, points, now);
  return outcome;
}

async function worthOf(store: Store, rule: rules.Rule, { userId, amount, tiers, now }: Occasion): Promise<number> {
  const earned = earnedBy(rule, amount);
  if (!rule.multiply || earned === 0) return earned;
  const lifetime = await lifetimeOf(store, { user_id: userId, purse: rule.merchant_id }, now);
  return Math.min(multiplied(earned, standingOf(tiers, lifetime).tier), ledger.MAX_POINTS);
}

/** Rounds down, over the whole amount: 3 points per 2.00 are 4 for 3.00. */
function earnedBy({ points, per }: rules.Rule, amount: bigint | null): number {
  if (per === null) return points;
  const earned = ((amount ?? 0n) * BigInt(points)) / per;
  return earned > BigInt(ledger.MAX_POINTS) ? ledger.MAX_POINTS : Number(earned);
}

async function roomOf(store: Store, rule: rules.Rule, userId: number, now: Date): Promise<number> {
  const left = rule.budget === null ? Number.POSITIVE_INFINITY : rule.budget - rule.granted;
  if (rule.daily_cap === null && rule.user_cap === null) return left;
  const used = await rules.used(store, rule, userId, now);
  const today = (rule.daily_cap ?? Number.POSITIVE_INFINITY) - used.today;
  const inAll = (rule.user_cap ?? Number.POSITIVE_INFINITY) - used.all;
  return Math.max(0, Math.min(left, today, inAll));
}
