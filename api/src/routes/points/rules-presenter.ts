import { formatAmount } from "@merit/core/money.ts";
import type { PointEvent } from "@merit/core/points/events.ts";
import type { Rule } from "@merit/core/points/rules.ts";

export const presentRule = (rule: Rule) => ({
  id: rule.id,
  campaign_id: rule.campaign_id,
  kind: rule.kind,
  event: rule.event,
  points: rule.points,
  per: rule.per === null ? null : formatAmount(rule.per),
  currency: rule.currency,
  multiply: rule.multiply !== 0,
  daily_cap: rule.daily_cap,
  user_cap: rule.user_cap,
  budget: rule.budget,
  granted: rule.granted,
  hold_days: rule.hold_days,
  expire_days: rule.expire_days,
  created_at: rule.created_at.toISOString(),
  updated_at: rule.updated_at.toISOString(),
  ended_at: rule.ended_at?.toISOString() ?? null,
});

export const presentEvent = (event: PointEvent) => ({
  id: event.id,
  reference: event.reference,
  user_id: event.user_id,
  event: event.event,
  amount: event.amount === null ? null : formatAmount(event.amount),
  currency: event.currency,
  points: event.grants.reduce((sum, { points, cancelled }) => sum + (cancelled ? 0 : points), 0),
  grants: event.grants,
  created_at: event.created_at.toISOString(),
  cancelled_at: event.cancelled_at?.toISOString() ?? null,
});
