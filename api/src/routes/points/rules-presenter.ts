import { isoTime } from "@merit/core/base/days.ts";
import { formatAmount } from "@merit/core/base/money.ts";
import type { PointEvent } from "@merit/core/programmes/points/events.ts";
import type { Rule } from "@merit/core/programmes/points/rules.ts";

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
  created_at: isoTime(rule.created_at),
  updated_at: isoTime(rule.updated_at),
  ended_at: isoTime(rule.ended_at),
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
  created_at: isoTime(event.created_at),
  cancelled_at: isoTime(event.cancelled_at),
});
