import { notFound } from "../../base/errors.ts";
import type { Tier } from "../../base/settings/points.ts";
import type { Grant } from "../../store/db/schema/point-rules.ts";
import type { Store } from "../../store/db/store.ts";
import { onSpend } from "../referral-programs/qualify.ts";
import type { PointEvent } from "./event-store.ts";
import * as rows from "./event-store.ts";
import { grant } from "./grants.ts";
import * as ledger from "./ledger.ts";
import { referenceReused } from "./problems.ts";
import { type Recipient, recipientOf } from "./recipient.ts";
import * as rules from "./rule-store.ts";

export type { PointEvent } from "./event-store.ts";

export interface NewEvent extends Recipient {
  /** The merchant's own id of the event, which counts once. */
  reference: string;
  event: string;
  /** Ten-millionths of a currency unit. */
  amount: bigint | null;
  currency: string | null;
}

const causeOf = (event: PointEvent, ruleId: number) => `rule:${ruleId}:event:${event.id}`;

/**
 * Applies the rules of the merchant's open campaigns to an event, once per reference: again, it answers the first outcome.
 * @throws Problem 409 `reference_reused`, 422 for an unknown user
 */
export async function report(
  store: Store,
  merchantId: number,
  input: NewEvent,
  { tiers, now }: { tiers: readonly Tier[]; now: Date },
): Promise<{ event: PointEvent; created: boolean }> {
  const userId = await recipientOf(store, input);
  const { reference, event: name, amount, currency } = input;
  const facts = { merchant_id: merchantId, reference, user_id: userId, event: name, amount, currency };
  const event = await rows.insert(store, { ...facts, grants: [], created_at: now, cancelled_at: null });
  if (!event) return { event: await known(store, facts), created: false };
  const grants: Grant[] = [];
  for (const rule of await rules.matching(store, { merchant_id: merchantId, event: name, currency, now })) {
    const cause = causeOf(event, rule.id);
    grants.push(await grant(store, rule, { userId, kind: "earning", cause, amount, tiers, now }));
  }
  await rows.setGrants(store, event.id, grants);
  if (amount !== null) await onSpend(store, { merchantId, userId, eventId: event.id }, now);
  return { event: { ...event, grants }, created: true };
}

type Facts = Pick<PointEvent, "merchant_id" | "reference" | "user_id" | "event" | "amount" | "currency">;

async function known(store: Store, facts: Facts): Promise<PointEvent> {
  const event = await rows.byReference(store, facts.merchant_id, facts.reference);
  const isSame = event && Object.entries(facts).every(([name, value]) => event[name as keyof Facts] === value);
  if (!isSame) throw referenceReused(facts.reference);
  return event;
}

/**
 * Takes back what an event earned, as far as it is still pending: points that could be spent already stay. Caps and budgets
 * have room for it again. Again, it changes nothing.
 * @throws Problem 404 also for another merchant's event
 */
export async function cancel(store: Store, merchantId: number, id: number, now: Date): Promise<PointEvent> {
  const event = await rows.ownedBy(store, merchantId, id);
  if (!event) throw notFound("event", id);
  if (!(await rows.markCancelled(store, id, now))) return event;
  const grants: Grant[] = [];
  for (const granted of event.grants) grants.push(await cancelGrant(store, event, granted, now));
  await rows.setGrants(store, id, grants);
  return { ...event, grants, cancelled_at: now };
}

async function cancelGrant(store: Store, event: PointEvent, granted: Grant, now: Date): Promise<Grant> {
  if (granted.points === 0) return granted;
  const cause = causeOf(event, granted.rule_id);
  const row = await ledger.cancel(store, { userId: event.user_id, cause, cancelCause: `cancel:${cause}`, now });
  if (!row) return granted;
  await rules.count(store, granted.rule_id, event.user_id, -granted.points, event.created_at);
  return { ...granted, cancelled: true };
}
