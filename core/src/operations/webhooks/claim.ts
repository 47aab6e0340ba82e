import type { Context } from "../../context/context.ts";
import type { Store } from "../../store/db/store.ts";
import type { Job } from "../../store/jobs/jobs.ts";
import * as jobs from "../../store/jobs/jobs.ts";
import { payloadOf } from "../../store/jobs/payloads.ts";
import { presentEvent } from "../events/presenter.ts";
import * as events from "../events/service.ts";
import { firstsOf, mayGo, queueNext } from "./service.ts";
import { type Counts, countPlaces, type Slots } from "./slots.ts";
import type { Delivery, Webhook } from "./store.ts";
import * as rows from "./store.ts";

export const QUEUE = "webhook-delivery";
/** Endpoints of one claim. */
const AT_ONCE = 256;

/** A delivery that is this process's to send. */
export interface Claimed {
  job: Job;
  delivery: Delivery;
  webhook: Webhook;
  event: { id: string; body: string };
}

export interface Claim {
  claimed: Claimed[];
  /** The endpoint whose turn was the last; empty after the last one of all. */
  last: string;
  /** True if the next one has to wait for a place. */
  isFull: boolean;
}

/**
 * Claims due deliveries, as many as there is room for, of one endpoint after another: each has its turn, whatever waits at others.
 * @param after the endpoint whose turn was the last
 */
export async function claim({ db, clock, metrics }: Context, slots: Slots, after: string): Promise<Claim> {
  const now = clock.now();
  const place = { queue: QUEUE, now, except: slots.full(), limit: AT_ONCE } as const;
  const due = await db.read((store) => jobs.nextGroups(store, { ...place, after }));
  const end = due.length === AT_ONCE ? (due.at(-1) ?? "") : "";
  const isWaiting = (group: string, promised?: Counts) =>
    slots.poolOf(group) === "prompt" && slots.isFull("prompt", promised);
  if (due[0] !== undefined && isWaiting(due[0])) return { claimed: [], last: after, isFull: true };
  if (!due.some((group) => slots.roomFor(group) > 0)) return { claimed: [], last: end, isFull: false };
  const { endings, ...result } = await db.commit(async (store) => {
    const leased: Job[] = [];
    const promised: Counts = new Map();
    let last = after;
    for (const group of due) {
      if (isWaiting(group, promised)) return { ...(await load(store, leased, now)), last, isFull: true };
      last = group;
      const limit = slots.roomFor(group, promised);
      const found = limit > 0 ? await jobs.claim(store, { queue: QUEUE, group, now, limit }) : [];
      countPlaces(promised, group, slots.poolOf(group), found.length);
      leased.push(...found);
    }
    return { ...(await load(store, leased, now)), last: end, isFull: false };
  });
  for (const _ of endings) metrics.jobFinished(QUEUE, "failed");
  return result;
}

/** Deliveries to send. Ends those whose endpoint takes nothing any more, or whose event was deleted. */
async function load(store: Store, leased: readonly Job[], now: Date): Promise<{ claimed: Claimed[]; endings: Job[] }> {
  const ids = leased.map((job) => payloadOf({ ...job, queue: QUEUE }).delivery_id);
  const deliveries = byId(await rows.deliveriesByIds(store, ids));
  const webhooks = byId(
    await rows.byIds(
      store,
      unique(deliveries, ({ webhook_id }) => webhook_id),
    ),
  );
  const found = await events.byIds(
    store,
    unique(deliveries, ({ event_id }) => event_id),
  );
  const bodies = new Map(
    found.map((event) => [event.id, { id: events.presentId(event.id), body: JSON.stringify(presentEvent(event)) }]),
  );
  const firsts = await firstsOf(store, [...webhooks.values()]);
  const claimed: Claimed[] = [];
  const endings: Job[] = [];
  for (const [index, job] of leased.entries()) {
    const delivery = deliveries.get(ids[index] ?? 0);
    const webhook = webhooks.get(delivery?.webhook_id ?? 0);
    const event = bodies.get(delivery?.event_id ?? 0);
    if (delivery && webhook && event && webhook.status === "enabled" && webhook.deleted_at === null) {
      if (mayGo(delivery, firsts)) claimed.push({ job, delivery, webhook, event });
      else {
        // Queued for another URL, which took its events.
        await jobs.complete(store, job);
        await queueNext(store, webhook, now);
      }
    } else {
      await giveUp(store, job, ids[index] ?? 0, now);
      if (webhook) await queueNext(store, webhook, now);
      endings.push(job);
    }
  }
  return { claimed, endings };
}

const byId = <Row extends { id: number }>(found: readonly Row[]) => new Map(found.map((row) => [row.id, row]));

const unique = (deliveries: Map<number, Delivery>, of: (delivery: Delivery) => number) => [
  ...new Set([...deliveries.values()].map(of)),
];

/** Ends a delivery that won't arrive. */
export async function giveUp(store: Store, job: Job, deliveryId: number, now: Date): Promise<void> {
  await rows.fail(store, [deliveryId], now);
  await jobs.complete(store, job);
}
