import type { Context, UnitContext } from "../context/context.ts";
import { DAY_MS } from "../days.ts";
import type { Store } from "../db/store.ts";
import { presentEvent } from "../events/presenter.ts";
import * as events from "../events/service.ts";
import { nextAttemptAt } from "../jobs/backoff.ts";
import type { Job } from "../jobs/jobs.ts";
import * as jobs from "../jobs/jobs.ts";
import * as mail from "../mail/outbox.ts";
import type { TemplateName } from "../mail/templates.ts";
import * as merchants from "../merchants/store.ts";
import type { Answer, Sender } from "./send.ts";
import { emitChange } from "./service.ts";
import { sign } from "./sign.ts";
import type { Delivery, Webhook } from "./store.ts";
import * as rows from "./store.ts";

/** Waits after each attempt, in seconds: the schedule of the Standard Webhooks specification. */
const SCHEDULE = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
/** A receiver may ask for a longer wait, up to this. */
const LONGEST_WAIT_MS = DAY_MS;
/** An endpoint that has failed for so long is disabled, and its merchant is told before. */
const DISABLED_AFTER_MS = 5 * DAY_MS;
const WARNED_AFTER_MS = DAY_MS;
const GONE = 410;

type Result = { answer: Answer } | { error: string };

/** Makes one attempt of a delivery. Afterwards it is delivered, failed, or due again. */
export async function attempt(
  context: Context,
  { sender, stopped }: { sender: Sender; stopped: AbortSignal },
  job: Job,
  deliveryId: number,
): Promise<void> {
  const { db, clock, auth, metrics } = context;
  const found = await db.read((store) => prepare(store, deliveryId));
  if (!found) {
    await db.commit((store) => giveUp(store, job, deliveryId, clock.now()));
    return metrics.jobFinished("webhook-delivery", "failed");
  }
  const { webhook, body, id } = found;
  const began = clock.now();
  const signed = await sign(auth.keys, { id, body, salts: saltsOf(webhook, began), now: began });
  const headers = { "content-type": "application/json", "user-agent": "Merit-Webhooks/1", ...signed };
  const result = await sender.post(webhook.url, headers, body).then(
    (answer): Result => ({ answer }),
    (error: Error): Result => ({ error: error.message }),
  );
  // Broken off: the next start takes the job again, since nobody knows whether the receiver has the event.
  if (stopped.aborted && "error" in result) return;
  const isOver = await db.commit((store) => settle(context, store, job, { found, result, began }));
  if (isOver) metrics.jobFinished("webhook-delivery", isOk(result) ? "completed" : "failed");
}

interface Found {
  delivery: Delivery;
  webhook: Webhook;
  /** Of the event. */
  id: string;
  body: string;
}

/** Undefined if the endpoint takes nothing any more, or the event was deleted. */
async function prepare(store: Store, deliveryId: number): Promise<Found | undefined> {
  const delivery = await rows.deliveryById(store, deliveryId);
  const webhook = delivery && (await rows.byId(store, delivery.webhook_id));
  if (!webhook || webhook.status === "disabled" || webhook.deleted_at !== null) return undefined;
  const [event] = await events.after(store, delivery.event_id - 1, 1);
  if (event?.id !== delivery.event_id) return undefined;
  return { delivery, webhook, id: events.presentId(event.id), body: JSON.stringify(presentEvent(event)) };
}

function saltsOf({ salt, previous_salt, previous_until }: Webhook, now: Date): string[] {
  const isValid = previous_salt !== null && previous_until !== null && previous_until > now;
  return isValid ? [salt, previous_salt] : [salt];
}

const isOk = (result: Result) => "answer" in result && result.answer.status >= 200 && result.answer.status < 300;

async function giveUp(store: Store, job: Job, deliveryId: number, now: Date): Promise<void> {
  await rows.updateDelivery(store, deliveryId, { status: "failed", next_attempt_at: null, updated_at: now });
  await jobs.complete(store, job);
}

/** @returns whether the delivery has ended */
async function settle(
  context: UnitContext,
  store: Store,
  job: Job,
  { found: { delivery, webhook }, result, began }: { found: Found; result: Result; began: Date },
): Promise<boolean> {
  const now = context.clock.now();
  const attempts = delivery.attempts + 1;
  await rows.insertAttempt(store, {
    ...{ delivery_id: delivery.id, webhook_id: webhook.id, created_at: began },
    ...{ response_status: "answer" in result ? result.answer.status : null },
    ...{ response_body: "answer" in result ? result.answer.body : null },
    ...{ error: "error" in result ? result.error : null },
    milliseconds: Math.max(0, now.getTime() - began.getTime()),
  });
  if (isOk(result)) {
    const done = { status: "delivered", attempts, next_attempt_at: null, updated_at: now } as const;
    await rows.updateDelivery(store, delivery.id, done);
    await jobs.complete(store, job);
    if (webhook.failing_since) await rows.update(store, webhook.id, { failing_since: null, warned_at: null });
    return true;
  }
  if ("answer" in result && result.answer.status === GONE) {
    await disable(context, store, webhook, "it answered 410 (gone)");
    await giveUp(store, job, delivery.id, now);
    return true;
  }
  await noteFailure(context, store, webhook, now);
  if (attempts > SCHEDULE.length) {
    await rows.updateDelivery(store, delivery.id, { attempts });
    await giveUp(store, job, delivery.id, now);
    return true;
  }
  const asked = "answer" in result ? (result.answer.retryAfter ?? 0) * 1000 : 0;
  const earliest = now.getTime() + Math.min(asked, LONGEST_WAIT_MS);
  const runAt = new Date(Math.max(nextAttemptAt(now, attempts, SCHEDULE).getTime(), earliest));
  const again = { attempts, next_attempt_at: runAt, updated_at: now };
  await rows.updateDelivery(store, delivery.id, again);
  await jobs.retry(store, job, { runAt, error: errorOf(result), now });
  return false;
}

const errorOf = (result: Result) => ("error" in result ? result.error : `answer ${result.answer.status}`);

/** Others of its deliveries may have been there meanwhile: the row decides. */
async function noteFailure(context: UnitContext, store: Store, { id }: Webhook, now: Date): Promise<void> {
  const webhook = await rows.byId(store, id);
  if (!webhook || webhook.status === "disabled") return;
  const since = webhook.failing_since ?? now;
  if (webhook.failing_since === null) await rows.update(store, id, { failing_since: now });
  const failing = now.getTime() - since.getTime();
  if (failing >= DISABLED_AFTER_MS && webhook.warned_at) {
    await disable(context, store, webhook, "every request to it has failed for five days");
  } else if (failing >= WARNED_AFTER_MS && webhook.warned_at === null) {
    await rows.update(store, id, { warned_at: now });
    await tell(context, store, webhook, "webhook_failing");
  }
}

async function disable(context: UnitContext, store: Store, { id }: Webhook, reason: string): Promise<void> {
  const disabled = await rows.disable(store, id, reason, context.clock.now());
  if (!disabled) return;
  await emitChange(context, store, "disabled", disabled);
  await tell(context, store, disabled, "webhook_disabled");
}

async function tell(context: UnitContext, store: Store, webhook: Webhook, template: TemplateName): Promise<void> {
  const merchant = await merchants.byId(store, webhook.merchant_id);
  const about = { template, userId: null, merchantId: webhook.merchant_id };
  if (merchant) await mail.post(context, store, { ...about, recipient: merchant.email });
}
