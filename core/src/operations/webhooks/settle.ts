import { DAY_MS } from "../../base/days.ts";
import type { Context, UnitContext } from "../../context/context.ts";
import * as mail from "../../parties/mail/outbox.ts";
import * as merchants from "../../parties/merchants/store.ts";
import type { Store } from "../../store/db/store.ts";
import { together } from "../../store/db/together.ts";
import { nextAttemptAt } from "../../store/jobs/backoff.ts";
import * as jobs from "../../store/jobs/jobs.ts";
import { type Claimed, giveUp } from "./claim.ts";
import type { Answer } from "./send.ts";
import { emitChange, queueNext } from "./service.ts";
import type { Webhook } from "./store.ts";
import * as rows from "./store.ts";

/** Waits after each attempt, in seconds: the schedule of the Standard Webhooks specification. */
const SCHEDULE = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
/** A receiver may ask for a longer wait, up to this. */
const LONGEST_WAIT_MS = DAY_MS;
/** An endpoint that has failed for so long is disabled, and its merchant is told before. */
const DISABLED_AFTER_MS = 5 * DAY_MS;
const WARNED_AFTER_MS = DAY_MS;
const GONE = 410;

/** An attempt that was made. */
export interface Attempted {
  claimed: Claimed;
  result: { answer: Answer } | { error: string };
  began: Date;
  ended: Date;
}

/**
 * Records attempts. Afterwards, each delivery has arrived, has failed, or is due again.
 * @returns whether it has ended, for each
 */
export const settle = together<Context, Attempted, boolean>(async (context, store, items) => {
  const now = context.clock.now();
  await rows.insertAttempts(store, items.map(rowOf));
  const arrived = items.filter(isOk).map(({ claimed }) => claimed);
  if (arrived.length > 0) {
    await rows.noteDelivered(
      store,
      arrived.map(({ delivery }) => delivery.id),
      now,
    );
    const present = await atPresentUrl(store, arrived);
    await rows.noteAnswers(store, idsOf(present));
    for (const { job } of arrived) await jobs.complete(store, job);
    await noteProven(store, present, now);
  }
  const failed = items.filter((item) => !isOk(item) && !isGone(item)).map(({ claimed }) => claimed);
  await noteFailures(context, store, await atPresentUrl(store, failed), now);
  const ends: boolean[] = [];
  for (const item of items) ends.push(isOk(item) || (await settleFailed(context, store, item, now)));
  return ends;
});

/** Has deliveries queued that waited for an endpoint's first answer. */
async function noteProven(store: Store, arrived: readonly Claimed[], now: Date): Promise<void> {
  const first = arrived.filter(({ webhook }) => webhook.proven_at === null);
  if (first.length === 0) return;
  for (const { id } of await rows.noteProven(store, idsOf(first), now)) await rows.openBacklog(store, id);
}

/** Those that went to their endpoint's present URL. It may have changed meanwhile, and what the old one answers says nothing about it. */
async function atPresentUrl(store: Store, claimed: readonly Claimed[]): Promise<Claimed[]> {
  if (claimed.length === 0) return [];
  const urls = new Map((await rows.byIds(store, idsOf(claimed))).map(({ id, url }) => [id, url]));
  return claimed.filter(({ webhook: { id, url } }) => urls.get(id) === url);
}

const idsOf = (claimed: readonly Claimed[]): number[] => [...new Set(claimed.map(({ webhook }) => webhook.id))];

export const isOk = ({ result }: Attempted): boolean =>
  "answer" in result && result.answer.status >= 200 && result.answer.status < 300;

const isGone = ({ result }: Attempted): boolean => "answer" in result && result.answer.status === GONE;

const rowOf = ({ claimed: { delivery, webhook }, result, began, ended }: Attempted) => ({
  ...{ delivery_id: delivery.id, webhook_id: webhook.id, created_at: began },
  ...{ response_status: "answer" in result ? result.answer.status : null },
  ...{ response_body: "answer" in result ? result.answer.body : null },
  ...{ error: "error" in result ? result.error : null },
  milliseconds: Math.max(0, ended.getTime() - began.getTime()),
});

/** @returns whether the delivery has ended */
async function settleFailed(context: UnitContext, store: Store, attempted: Attempted, now: Date): Promise<boolean> {
  const { job, delivery, webhook } = attempted.claimed;
  const { result } = attempted;
  const attempts = delivery.attempts + 1;
  if (isGone(attempted) && (await atPresentUrl(store, [attempted.claimed])).length > 0) {
    await rows.updateDelivery(store, delivery.id, { attempts });
    await disable(context, store, webhook, "it answered 410 (gone)");
    await giveUp(store, job, delivery.id, now);
    return true;
  }
  if (attempts > SCHEDULE.length) {
    await rows.updateDelivery(store, delivery.id, { attempts });
    await giveUp(store, job, delivery.id, now);
    await queueNext(store, webhook, now);
    return true;
  }
  const asked = "answer" in result ? (result.answer.retryAfter ?? 0) * 1000 : 0;
  const earliest = now.getTime() + Math.min(asked, LONGEST_WAIT_MS);
  const runAt = new Date(Math.max(nextAttemptAt(now, attempts, SCHEDULE).getTime(), earliest));
  await rows.noteRetry(store, { id: delivery.id, attempts, runAt, now });
  await jobs.retry(store, job, {
    runAt,
    error: "error" in result ? result.error : `answer ${result.answer.status}`,
    now,
  });
  return false;
}

/** Notes failures, by the rows: other deliveries to the same endpoints may have arrived meanwhile. */
async function noteFailures(context: UnitContext, store: Store, failed: readonly Claimed[], now: Date): Promise<void> {
  if (failed.length === 0) return;
  for (const webhook of await rows.noteFailures(store, idsOf(failed), now)) {
    const failing = now.getTime() - (webhook.failing_since ?? now).getTime();
    if (failing >= DISABLED_AFTER_MS && webhook.warned_at) {
      await disable(context, store, webhook, "every request to it has failed for five days");
    } else if (failing >= WARNED_AFTER_MS && webhook.warned_at === null) {
      await rows.update(store, webhook.id, { warned_at: now });
      const merchant = await merchants.byId(store, webhook.merchant_id);
      if (merchant) await mail.postToMerchant(context, store, merchant, { template: "webhook_failing" });
    }
  }
}

async function disable(context: UnitContext, store: Store, { id }: Webhook, reason: string): Promise<void> {
  const disabled = await rows.disable(store, id, reason, context.clock.now());
  if (!disabled) return;
  await rows.openBacklog(store, id);
  await emitChange(context, store, "disabled", disabled);
}
