import { randomBytes } from "node:crypto";
import { HOUR_MS } from "../../base/days.ts";
import { notFound, validationFailed } from "../../base/errors.ts";
import { type Page, type PageRequest, toPage } from "../../base/page.ts";
import type { UnitContext } from "../../context/context.ts";
import type { WebhookStatus } from "../../store/db/schema/webhooks.ts";
import type { Store } from "../../store/db/store.ts";
import * as events from "../../store/event-log/store.ts";
import type { ChangeOf, EventType } from "../../store/event-log/types.ts";
import * as jobs from "../../store/jobs/jobs.ts";
import type { Payloads } from "../../store/jobs/payloads.ts";
import { presentWebhook } from "./presenter.ts";
import { replayRunning, tooManyEvents, tooManyWebhooks, webhookDisabled } from "./problems.ts";
import { secretOf } from "./sign.ts";
import type { Delivery, ShownDelivery, Webhook } from "./store.ts";
import * as rows from "./store.ts";
import { normalUrl, refusalOf } from "./target.ts";

const MAX_WEBHOOKS = 50;
/** Events of one replay. */
const MAX_REPLAYED = 1_000;
const REPLAY_PAUSE_MS = 60_000;
export interface Terms {
  url: string;
  description: string | null;
  /** Null: all. */
  types: EventType[] | null;
}

type Service = Pick<UnitContext, "auth" | "clock" | "settings">;

/** A webhook with its secret, which is shown now and never again. */
export interface WithSecret {
  webhook: Webhook;
  secret: string;
}

/** Makes a webhook, which gets the events from now on. @throws Problem 422 `url`, 409 `too_many_webhooks` */
export async function create(service: Service, store: Store, merchantId: number, terms: Terms): Promise<WithSecret> {
  const url = requireUrl(service, terms.url);
  if ((await rows.countOf(store, merchantId)) >= MAX_WEBHOOKS) throw tooManyWebhooks(MAX_WEBHOOKS);
  const now = service.clock.now();
  const salt = newSalt();
  const webhook = await rows.insert(store, {
    ...{ ...terms, url },
    ...{ merchant_id: merchantId, status: "enabled", salt, after_event: await events.lastId(store) },
    ...{ created_at: now, updated_at: now },
  });
  await emitChange(service, store, "created", webhook);
  return { webhook, secret: secretOf(service.auth.keys, salt) };
}

const newSalt = () => randomBytes(16).toString("hex");

/** @returns the URL as it is stored */
function requireUrl({ settings }: Service, url: string): string {
  const message = refusalOf(url, { local: settings.network === "local" });
  if (message) throw validationFailed([{ field: "url", message }]);
  return normalUrl(url);
}

/** @throws Problem 404 */
export async function get(store: Store, merchantId: number, id: number): Promise<Webhook> {
  const webhook = await rows.ownedBy(store, merchantId, id);
  if (!webhook) throw notFound("webhook", id);
  return webhook;
}

/** Newest first. */
export const list = (store: Store, merchantId: number, request: PageRequest): Promise<Page<Webhook>> =>
  toPage(request, (page) => rows.listOf(store, merchantId, page));

/** Changes a webhook. If it is enabled again, it gets the events from then on. @throws Problem 404, 422 `url` */
export async function update(
  service: Service,
  store: Store,
  merchantId: number,
  id: number,
  { status, ...terms }: Partial<Terms> & { status?: WebhookStatus | undefined },
): Promise<Webhook> {
  const webhook = await get(store, merchantId, id);
  const url = terms.url === undefined ? {} : { url: requireUrl(service, terms.url) };
  const isWoken = status === "enabled" && webhook.status === "disabled";
  const isMoved = url.url !== undefined && url.url !== webhook.url;
  const now = service.clock.now();
  const changed = await rows.update(store, id, {
    ...{ ...terms, ...url },
    ...(status && { status }),
    ...(isWoken && { disabled_reason: null, after_event: await events.lastId(store) }),
    ...(isMoved && { proven_at: null }),
    ...((isMoved || status === "enabled") && { failing_since: null, warned_at: null }),
    updated_at: now,
  });
  if (!changed) throw notFound("webhook", id);
  if (status === "disabled") await rows.openBacklog(store, id);
  await emitChange(service, store, "updated", changed);
  return changed;
}

/** Removes a webhook: nothing more is sent to it. @throws Problem 404 */
export async function remove(service: Service, store: Store, merchantId: number, id: number): Promise<void> {
  const webhook = await get(store, merchantId, id);
  const now = service.clock.now();
  await rows.update(store, id, { deleted_at: now, updated_at: now });
  await rows.openBacklog(store, id);
  await emitChange(service, store, "deleted", webhook);
}

/**
 * Makes a new secret; the previous one also signs for `overlapHours`. While one still does, a repeat keeps that, to its end at most: its
 * caller may have lost the secret that is replaced now, and the receiver has the older one. @throws Problem 404
 */
export async function rotate(
  service: Service,
  store: Store,
  merchantId: number,
  id: number,
  overlapHours: number,
): Promise<WithSecret> {
  const { salt: replaced, previous_salt, previous_until } = await get(store, merchantId, id);
  const now = service.clock.now();
  const salt = newSalt();
  const until = new Date(now.getTime() + overlapHours * HOUR_MS);
  const isOverlapping = previous_until !== null && previous_until > now;
  const previous = isOverlapping
    ? { previous_salt, previous_until: previous_until < until ? previous_until : until }
    : { previous_salt: replaced, previous_until: until };
  const webhook = await rows.update(store, id, { salt, ...previous, updated_at: now });
  if (!webhook) throw notFound("webhook", id);
  await emitChange(service, store, "updated", webhook);
  return { webhook, secret: secretOf(service.auth.keys, salt) };
}

/** Adds an event that this webhook alone gets. @throws Problem 404, 409 `webhook_disabled` */
export async function test(service: Service, store: Store, merchantId: number, id: number): Promise<Webhook> {
  const webhook = await get(store, merchantId, id);
  if (webhook.status === "disabled") throw webhookDisabled(id);
  await emitChange(service, store, "test", webhook);
  return webhook;
}

export async function emitChange(
  { auth, clock }: Pick<UnitContext, "auth" | "clock">,
  store: Store,
  change: ChangeOf<"webhook">,
  webhook: Webhook,
): Promise<void> {
  const owner = { merchantId: webhook.merchant_id, userId: null, objectId: webhook.id };
  const data = presentWebhook(auth.keys, webhook);
  await events.emit(store, [{ type: `webhook.${change}`, ...owner, data }], clock.now());
}

/** True if an event is one of those that a webhook gets. */
export function takes(webhook: Webhook, { type, object_id, merchant_id }: events.EventRow): boolean {
  if (merchant_id !== webhook.merchant_id) return false;
  if (type === "webhook.test") return object_id === String(webhook.id);
  return webhook.types === null || webhook.types.includes(type);
}

/**
 * Queues deliveries that are due now. An endpoint that hasn't taken an event yet, and may belong to somebody who doesn't want any, gets
 * one of them; the others wait until it took that one. Tests don't wait, since each takes a call of its merchant.
 */
export async function queueDue(
  store: Store,
  webhooks: readonly Webhook[],
  deliveries: readonly Pick<Delivery, "id" | "webhook_id" | "event_type">[],
  now: Date,
): Promise<void> {
  const firsts = await firstsOf(store, webhooks);
  const due = deliveries.filter((delivery) => mayGo(delivery, firsts));
  await addJobs(store, webhooks, due, now);
}

/** The delivery that each endpoint may get that hasn't taken an event yet, by endpoint. */
export async function firstsOf(store: Store, webhooks: readonly Webhook[]): Promise<Map<number, number | undefined>> {
  const firsts = new Map<number, number | undefined>();
  for (const { id, proven_at } of webhooks) {
    if (proven_at === null) firsts.set(id, (await rows.pendingOf(store, id, { limit: 1 }))[0]?.id);
  }
  return firsts;
}

/** True if a delivery may be sent; false if it has to wait for the endpoint's first answer. */
export const mayGo = (
  { id, webhook_id, event_type }: Pick<Delivery, "id" | "webhook_id" | "event_type">,
  firsts: ReadonlyMap<number, number | undefined>,
): boolean => !firsts.has(webhook_id) || firsts.get(webhook_id) === id || event_type === "webhook.test";

/** Events that wait for an endpoint's first answer; later ones have to be replayed. */
const MAX_WAITING = 1_000;
/** Events that wait for all endpoints of a merchant that have taken one: each may have an equal part of them. */
const MAX_PENDING = MAX_WAITING * MAX_WEBHOOKS;

/**
 * Ids of those of the endpoints for which as many events wait as may.
 * @param numbers how many endpoints each merchant has
 */
export async function fullOf(
  store: Store,
  webhooks: readonly Webhook[],
  numbers: ReadonlyMap<number, number>,
): Promise<Set<number>> {
  const limitOf = ({ merchant_id, proven_at }: Webhook) =>
    proven_at === null ? MAX_WAITING : Math.ceil(MAX_PENDING / (numbers.get(merchant_id) ?? 1));
  const full = new Set<number>();
  for (const [limit, same] of Map.groupBy(webhooks, limitOf)) {
    const ids = same.map(({ id }) => id);
    for (const id of await rows.fullOf(store, ids, limit)) full.add(id);
  }
  return full;
}

/** Queues the next event for an endpoint that hasn't taken any yet, after one was given up. */
export async function queueNext(store: Store, { id }: Webhook, now: Date): Promise<void> {
  const webhook = await rows.byId(store, id);
  if (webhook?.status !== "enabled" || webhook.deleted_at !== null || webhook.proven_at !== null) return;
  const next = await rows.pendingOf(store, id, { limit: 1 });
  if (next.length > 0) await addJobs(store, [webhook], next, now);
}

/** Makes a delivery of each event, or the one that has ended already, due now. @returns how many there are to send */
async function deliver(store: Store, webhook: Webhook, found: readonly events.EventRow[], now: Date): Promise<number> {
  const wanted = found.map(({ id, type }) => ({ webhook_id: webhook.id, event_id: id, event_type: type }));
  const due = await rows.makeDue(store, webhook.id, wanted, now);
  if (due.length > 0) await queueDue(store, [webhook], due, now);
  return due.length;
}

/** @param webhooks those of the deliveries */
export async function addJobs(
  store: Store,
  webhooks: readonly Pick<Webhook, "id" | "merchant_id">[],
  deliveries: readonly Pick<Delivery, "id" | "webhook_id">[],
  now: Date,
): Promise<void> {
  const groupOf = new Map(webhooks.map(({ id, merchant_id }) => [id, `${merchant_id}/${id}`]));
  const added = deliveries.map(({ id, webhook_id }) => {
    const payload: Payloads["webhook-delivery"] = { delivery_id: id };
    return { key: `delivery:${id}`, group: groupOf.get(webhook_id) ?? String(webhook_id), payload };
  });
  await jobs.addAll(store, { queue: "webhook-delivery", jobs: added, now });
}

/** Newest first. @throws Problem 404 */
export async function deliveries(
  store: Store,
  merchantId: number,
  id: number,
  request: Parameters<typeof rows.deliveriesOf>[2],
): Promise<Page<ShownDelivery>> {
  await get(store, merchantId, id);
  const page = await toPage(request, (place) => rows.deliveriesOf(store, id, place));
  const requests = Map.groupBy(
    await rows.attemptsOf(
      store,
      page.rows.map((delivery) => delivery.id),
    ),
    ({ delivery_id }) => delivery_id,
  );
  return {
    ...page,
    rows: page.rows.map((delivery) => ({ ...delivery, requests: requests.get(delivery.id) ?? [] })),
  };
}

/**
 * Sends a delivery again, under the same event id, with all attempts; one that is on its way anyway stays as it is.
 * @returns how many: 1, or 0 for one that is on its way
 * @throws Problem 404, 409 `webhook_disabled`
 */
export async function replay(
  service: Service,
  store: Store,
  merchantId: number,
  { id, deliveryId }: { id: number; deliveryId: number },
): Promise<number> {
  const webhook = await get(store, merchantId, id);
  if (webhook.status === "disabled") throw webhookDisabled(id);
  const delivery = await rows.deliveryById(store, deliveryId);
  const event = delivery && (await events.byId(store, delivery.event_id));
  if (delivery?.webhook_id !== id || !event) throw notFound("delivery", deliveryId);
  return deliver(store, webhook, [event], service.clock.now());
}

/**
 * Sends all events of a period again that the webhook takes. One such call can cause a thousand requests, so they are spaced, and wait
 * for what is on its way.
 * @returns how many
 * @throws Problem 404, 409 `webhook_disabled`, `too_many_events`
 */
export async function replayPeriod(
  service: Service,
  store: Store,
  merchantId: number,
  id: number,
  period: { from: Date; to: Date },
): Promise<number> {
  const webhook = await get(store, merchantId, id);
  if (webhook.status === "disabled") throw webhookDisabled(id);
  const now = service.clock.now();
  const isRecent =
    webhook.replayed_at !== null && Math.abs(now.getTime() - webhook.replayed_at.getTime()) < REPLAY_PAUSE_MS;
  if (isRecent || (await rows.fullOf(store, [id], MAX_REPLAYED)).has(id)) throw replayRunning(id);
  const filter = { ...period, ...(webhook.types && { types: webhook.types as EventType[] }), limit: MAX_REPLAYED + 1 };
  const found = await events.listOf(store, { merchant_id: merchantId }, filter);
  if (found.length > MAX_REPLAYED) throw tooManyEvents(MAX_REPLAYED);
  await rows.update(store, id, { replayed_at: now });
  return deliver(store, webhook, found.filter((event) => takes(webhook, event)).reverse(), now);
}
