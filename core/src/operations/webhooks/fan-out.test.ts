import { and, asc, eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { jobs } from "../../store/db/schema/jobs.ts";
import { type DeliveryStatus, webhookDeliveries } from "../../store/db/schema/webhooks.ts";
import type { Store } from "../../store/db/store.ts";
import * as events from "../../store/event-log/store.ts";
import { createMerchant, createWorld, type World } from "../../testing/world.ts";
import { type Claimed, claim } from "./claim.ts";
import { fanOut } from "./fan-out.ts";
import * as webhooks from "./service.ts";
import { settle } from "./settle.ts";
import { Slots } from "./slots.ts";
import * as rows from "./store.ts";

let world: World;
let merchantId: number;
beforeEach(async () => {
  world = createWorld();
  merchantId = (await createMerchant(world.context)).merchant.id;
});
afterEach(() => world[Symbol.asyncDispose]());

const now = new Date();
const commit = <T>(unit: (store: Store) => Promise<T>) => world.context.db.commit(unit);
const read = <T>(unit: (store: Store) => Promise<T>) => world.context.db.read(unit);

/** Endpoints that get issuance.accepted from now on; proven ones have taken an event before. */
const addEndpoints = (count: number, { isProven }: { isProven: boolean }) =>
  commit(async (store) => {
    const after_event = await events.lastId(store);
    const found: rows.Webhook[] = [];
    while (found.length < count) {
      const row = { merchant_id: merchantId, url: "https://shop.example/", types: ["issuance.accepted"] };
      const state = { status: "enabled", proven_at: isProven ? now : null, after_event } as const;
      found.push(await rows.insert(store, { ...row, ...state, salt: "00", created_at: now, updated_at: now }));
    }
    return found;
  });

const happen = (count: number) =>
  commit((store) => {
    const event = { type: "issuance.accepted", merchantId, userId: null, objectId: 1, data: {} } as const;
    return events.emit(store, Array(count).fill(event), now);
  });

/** Deliveries that an endpoint has for events of before. */
const addPending = ({ id }: rows.Webhook, count: number) =>
  commit((store) => {
    const old = Array.from({ length: count }, (_, index) => ({ event_id: index + 1, event_type: "issuance.accepted" }));
    return rows.insertDue(
      store,
      old.map((event) => ({ ...event, webhook_id: id })),
      now,
    );
  });

/** Deliveries of an endpoint, oldest first. */
const deliveriesOf = ({ id }: rows.Webhook, status?: DeliveryStatus) =>
  read(async (store) =>
    store
      .select()
      .from(webhookDeliveries)
      .where(and(eq(webhookDeliveries.webhook_id, id), status && eq(webhookDeliveries.status, status)))
      .orderBy(asc(webhookDeliveries.id)),
  );

/** Keys of the jobs in the order in which they were added. */
const jobKeys = () =>
  read(async (store) =>
    (await store.select().from(jobs).where(eq(jobs.queue, "webhook-delivery")).orderBy(asc(jobs.id))).map(
      ({ key }) => key,
    ),
  );

const counts = {
  deliveries: async () => (await read(async (store) => store.select().from(webhookDeliveries))).length,
  jobs: async () => (await jobKeys()).length,
  failed: async () =>
    (await read(async (store) => store.select().from(webhookDeliveries).where(eq(webhookDeliveries.status, "failed"))))
      .length,
};

/** Fans out until nothing is left. Each commit begins with what the database has. @returns what each commit added */
async function fanOutAll(count: () => Promise<number>): Promise<number[]> {
  const added: number[] = [];
  for (let isMore = true, before = await count(); isMore; ) {
    isMore = await commit((store) => fanOut(store, now));
    const sum = await count();
    added.push(sum - before);
    before = sum;
  }
  return added.filter((each) => each > 0);
}

/** Takes the one delivery that may be sent, and records that its endpoint took it. */
async function take(): Promise<void> {
  const { claimed } = await claim(world.context, new Slots(), "");
  expect(claimed).toHaveLength(1);
  const answer = { status: 204, body: "", retryAfter: null };
  await settle(world.context, { claimed: claimed[0] as Claimed, result: { answer }, began: now, ended: now });
}

/** Sends everything again. @returns how many */
const replay = ({ id }: rows.Webhook) => {
  const period = { from: new Date(now.getTime() - 60_000), to: new Date(now.getTime() + 60_000) };
  return commit((store) => webhooks.replayPeriod(world.context, store, merchantId, id, period));
};

/** Ids of all that happened, oldest first. */
const eventIds = async () => {
  const filter = { types: ["issuance.accepted"], limit: 1_000 } as const;
  const found = await read((store) => events.listOf(store, { merchant_id: merchantId }, filter));
  return found.map(({ id }) => id).reverse();
};

const disable = ({ id }: rows.Webhook) =>
  commit((store) => webhooks.update(world.context, store, merchantId, id, { status: "disabled" }));

it("makes at most 500 deliveries in a commit, each once and in the order of the events", async () => {
  await fanOutAll(counts.deliveries);
  const endpoints = await addEndpoints(50, { isProven: true });
  await happen(32);
  expect(await fanOutAll(counts.deliveries)).toEqual([500, 500, 500, 100]);
  const ids = await eventIds();
  for (const endpoint of endpoints) expect((await deliveriesOf(endpoint)).map(({ event_id }) => event_id)).toEqual(ids);
  expect(await counts.jobs()).toBe(1_600);
});

it("takes 200 events in a commit if they make few deliveries", async () => {
  await fanOutAll(counts.deliveries);
  await addEndpoints(2, { isProven: true });
  await happen(400);
  expect(await fanOutAll(counts.deliveries)).toEqual([400, 400]);
});

it.each([
  { number: 50, each: 1_000 },
  { number: 5, each: 10_000 },
])(
  "lets 50,000 events wait for a merchant's endpoints, $each for each of $number; the rest is found by a replay",
  async ({ number, each }) => {
    await fanOutAll(counts.deliveries);
    const [busy, ...others] = (await addEndpoints(number, { isProven: true })) as [rows.Webhook, ...rows.Webhook[]];
    await addPending(busy, each - 1);
    for (let event = 0; event < 3; event++) {
      await happen(1);
      await fanOutAll(counts.deliveries);
    }
    expect(await deliveriesOf(busy, "pending")).toHaveLength(each);
    for (const other of others) expect(await deliveriesOf(other, "pending")).toHaveLength(3);
    const pending = (await deliveriesOf(busy, "pending")).map(({ id }) => id);
    await commit((store) => rows.noteDelivered(store, pending, now));
    expect(await replay(busy)).toBe(3);
    await happen(1);
    await fanOutAll(counts.deliveries);
    expect(await deliveriesOf(busy, "pending")).toHaveLength(4);
  },
);

it("queues what waited for an endpoint's first answer 500 at a time, oldest first", async () => {
  await fanOutAll(counts.deliveries);
  const [endpoint] = (await addEndpoints(1, { isProven: false })) as [rows.Webhook];
  await happen(1_200);
  await fanOutAll(counts.deliveries);
  const [first, ...waiting] = (await deliveriesOf(endpoint)).map(({ id }) => `delivery:${id}`);
  expect(waiting).toHaveLength(999);
  expect(await jobKeys()).toEqual([first]);
  await take();
  expect(await jobKeys()).toEqual([]);
  expect(await fanOutAll(counts.jobs)).toEqual([500, 499]);
  expect(await jobKeys()).toEqual(waiting);
  expect(await read((store) => rows.backlogs(store, 10))).toEqual([]);
});

it("replays events in their order, those that it never got as well; what is on its way stays as it is", async () => {
  await happen(1);
  await fanOutAll(counts.deliveries);
  const [endpoint] = (await addEndpoints(1, { isProven: true })) as [rows.Webhook];
  await happen(3);
  await fanOutAll(counts.deliveries);
  await take();
  expect(await replay(endpoint)).toBe(2);
  const pending = await deliveriesOf(endpoint, "pending");
  const eventOf = Object.fromEntries(pending.map(({ id, event_id }) => [`delivery:${id}`, event_id]));
  const [never, first, second, third] = await eventIds();
  expect((await jobKeys()).map((key) => eventOf[key])).toEqual([second, third, never, first]);
});

it("sends a test to an endpoint for which no more events may wait", async () => {
  await fanOutAll(counts.deliveries);
  const [endpoint] = (await addEndpoints(1, { isProven: false })) as [rows.Webhook];
  await addPending(endpoint, 1_000);
  await happen(1);
  await commit((store) => webhooks.test(world.context, store, merchantId, endpoint.id));
  expect(await fanOutAll(counts.deliveries)).toEqual([1]);
  expect((await deliveriesOf(endpoint)).at(-1)).toMatchObject({ event_type: "webhook.test" });
  expect(await counts.jobs()).toBe(1);
});

it.each(["disabled", "deleted"])(
  "ends what is pending for an endpoint that is %s 500 at a time, and sends none of it meanwhile",
  async (how) => {
    const [endpoint, other] = (await addEndpoints(2, { isProven: true })) as [rows.Webhook, rows.Webhook];
    await happen(1_100);
    await fanOutAll(counts.deliveries);
    if (how === "disabled") await disable(endpoint);
    else await commit((store) => webhooks.remove(world.context, store, merchantId, endpoint.id));
    expect(await counts.failed()).toBe(0);
    // Whatever comes to its turn before ends then.
    const { claimed } = await claim(world.context, new Slots(), "");
    expect(claimed.map(({ webhook }) => webhook.id)).toEqual([other.id]);
    expect(await counts.failed()).toBe(1);
    expect(await fanOutAll(counts.failed)).toEqual([500, 500, 99]);
    expect(await deliveriesOf(other, "pending")).toHaveLength(1_100);
  },
);

it("goes on with events while it ends what is pending for many endpoints", async () => {
  await fanOutAll(counts.deliveries);
  const [open, ...endpoints] = (await addEndpoints(11, { isProven: true })) as [rows.Webhook, ...rows.Webhook[]];
  for (const endpoint of endpoints) await addPending(endpoint, 150);
  for (const endpoint of endpoints) await disable(endpoint);
  await happen(1);
  await commit((store) => fanOut(store, now));
  expect(await counts.failed()).toBe(500);
  expect(await deliveriesOf(open)).toHaveLength(1);
  expect(await fanOutAll(counts.failed)).toEqual([500, 500]);
});

it("an endpoint that is enabled again before all that was pending has ended gets the rest", async () => {
  const [endpoint] = (await addEndpoints(1, { isProven: false })) as [rows.Webhook];
  await happen(800);
  await fanOutAll(counts.deliveries);
  await disable(endpoint);
  await commit((store) => fanOut(store, now));
  expect(await counts.failed()).toBe(500);
  await claim(world.context, new Slots(), "");
  expect(await jobKeys()).toEqual([]);
  await commit((store) => webhooks.update(world.context, store, merchantId, endpoint.id, { status: "enabled" }));
  await fanOutAll(counts.deliveries);
  // It hasn't taken an event yet, so one comes alone.
  await take();
  await fanOutAll(counts.deliveries);
  const rest = (await deliveriesOf(endpoint, "pending")).map(({ id }) => `delivery:${id}`);
  expect(rest).toHaveLength(299);
  expect(await jobKeys()).toEqual(rest);
});
