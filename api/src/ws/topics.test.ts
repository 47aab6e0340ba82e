import type { LiveMessage } from "@merit/core/base/live/live.ts";
import { topics } from "@merit/core/base/wake.ts";
import { contractEvents } from "@merit/core/store/db/schema/contract-events.ts";
import { emit, listOf, type NewEvent, prune } from "@merit/core/store/event-log/store.ts";
import { eventually } from "@merit/core/testing/wait.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { startService, type TestService } from "../testing/service.ts";
import { beatsByHand, TestSocket } from "../testing/socket.ts";
import { MAX_TOPICS } from "./subscriptions.ts";

let service: TestService;
let merchant: Awaited<ReturnType<TestService["merchant"]>>;
beforeAll(async () => {
  service = await startService({
    CORS_ORIGINS: "https://shop.example",
    WS_CONNECTIONS_PER_USER: "1000",
    WS_CONNECTIONS_PER_ADDRESS: "1000",
  });
  merchant = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

const url = () => service.server.url;
const asMerchant = () => TestSocket.login(url(), { api_key: merchant.key });

/** An event whose object is told apart by its number. */
function happen(number: number, more: Partial<NewEvent> = {}) {
  const event = { type: "webhook.test" as const, merchantId: merchant.id, userId: null, objectId: number };
  const data = { id: number };
  return service.world.context.db.commit((store) => emit(store, [{ ...event, data, ...more }], new Date()));
}

interface Pushed {
  event: string;
  topic: string;
  id: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what is expected to come
  data: any;
}

/** Waits until so many events have come, and takes them. */
async function events(client: TestSocket, count: number): Promise<Pushed[]> {
  const found: Pushed[] = [];
  while (found.length < count) found.push((await client.next()) as Pushed);
  return found;
}

const numbers = (pushed: Pushed[]) => pushed.map(({ data }) => Number(data.object_id));

async function storeContractEvent(ledger: number, type: string) {
  await service.world.context.db.commit(async (store) => {
    const id = `${String(BigInt(ledger) << 32n).padStart(19, "0")}-0000000000`;
    const row = { id, contract_id: "C", contract: "pool", type, ledger, ledger_closed_at: new Date() };
    await store.insert(contractEvents).values({ ...row, tx_hash: "1".repeat(64), data: { merchant: "1" } });
    await store.notify(topics.contractEvents);
  });
}

describe("topics", () => {
  it("give the caller's own events from now on, as GET /events shows them", async () => {
    const user = await service.user();
    await happen(1);
    using ours = await asMerchant();
    using theirs = await TestSocket.login(url(), user.accessToken);
    for (const client of [ours, theirs]) {
      const answer = await client.ask({ type: "subscribe", topic: "events" });
      expect(answer).toEqual({ event: "subscribed", topic: "events", after: expect.stringMatching(/^evt_\d+$/) });
    }
    await happen(2);
    await happen(3, { merchantId: null, userId: user.id });
    await happen(4, { merchantId: merchant.id + 1 });
    await happen(5, { userId: user.id });
    const [second, fifth] = await events(ours, 2);
    expect(numbers([second, fifth] as Pushed[])).toEqual([2, 5]);
    expect(numbers(await events(theirs, 2))).toEqual([3, 5]);
    const shown = await fetch(`${url()}/api/events/${second?.id}`, { headers: { "x-api-key": merchant.key } });
    expect(second).toEqual({ event: "event", topic: "events", id: second?.id, data: await shown.json() });
  });

  it("refuse a position with deleted events behind it, and the connection goes on", async () => {
    const { key, id: merchantId } = await service.merchant(null);
    for (const number of [1, 2]) await happen(number, { merchantId });
    const { db } = service.world.context;
    const found = await db.read((store) => listOf(store, { merchant_id: merchantId }, { limit: 2 }));
    const [last, earlier] = found.map(({ id }) => `evt_${id}`) as [string, string];
    await db.commit((store) => prune(store, new Date(Date.now() + 60_000)));
    using client = await TestSocket.login(url(), { api_key: key });
    const subscribe = (after: string) => client.ask({ type: "subscribe", topic: "events", after });
    const gone = { status: 410, code: "events_deleted" };
    expect(await subscribe(earlier)).toMatchObject({ event: "problem", topic: "events", data: gone });
    const unknown = { status: 410, code: "position_unknown" };
    expect(await subscribe("evt_4000000000000000")).toMatchObject({ event: "problem", topic: "events", data: unknown });
    expect(await subscribe(last)).toMatchObject({ event: "subscribed", after: last });
  });

  it("are kinds of objects, one object, and a campaign with its rewards, and take filters", async () => {
    using client = await asMerchant();
    const { campaignId } = merchant;
    const campaign = `campaign:${campaignId}`;
    for (const topic of ["issuance", "redemption:7", "drop_share:7-3", campaign])
      expect(await client.ask({ type: "subscribe", topic })).toMatchObject({ event: "subscribed", topic });
    const filter = { type: ["points.credited", "issuance.failed"] };
    await client.ask({ type: "subscribe", topic: "events", filter });
    const other = { data: { campaign_id: campaignId + 1 } };
    await happen(10, { type: "issuance.failed", data: { campaign_id: campaignId } });
    await happen(11, { type: "issuance.held", ...other });
    await happen(campaignId, { type: "campaign.paused", data: {} });
    await happen(campaignId + 1, { type: "campaign.paused", data: {} });
    await happen(7, { type: "redemption.created", data: {} });
    await happen(8, { type: "redemption.created", data: {} });
    await happen(12, { type: "points.credited", data: {} });
    for (const objectId of ["7-4", "7-3"]) await happen(0, { type: "drop_share.claimed", objectId, data: {} });
    const found = await events(client, 8);
    const of = (topic: string) => numbers(found.filter((each) => each.topic === topic));
    expect(of("issuance")).toEqual([10, 11]);
    expect(of("redemption:7")).toEqual([7]);
    expect(of(campaign)).toEqual([10, campaignId]);
    expect(of("events")).toEqual([10, 12]);
    const ofShare = found.filter(({ topic }) => topic === "drop_share:7-3");
    expect(ofShare.map(({ data }) => data.object_id)).toEqual(["7-3"]);
  });

  it("are the contracts' events for merchants, with the filter of GET /contract-events", async () => {
    await storeContractEvent(1, "grant");
    using client = await asMerchant();
    const subscribe = { type: "subscribe", topic: "contract-events", filter: { type: ["grant"], from_ledger: 3 } };
    const answer = await client.ask(subscribe);
    expect(answer).toMatchObject({ event: "subscribed", after: "0000000004294967296-0000000000" });
    for (const [ledger, type] of [
      [2, "grant"],
      [3, "deposit"],
      [4, "grant"],
    ] as const) {
      await storeContractEvent(ledger, type);
    }
    const [pushed] = await events(client, 1);
    const { body } = await service.call("GET /api/contract-events?from_ledger=4", { key: merchant.key });
    expect(pushed).toMatchObject({ topic: "contract-events", id: body.data[0].id, data: body.data[0] });
    using again = await asMerchant();
    await again.ask({ type: "subscribe", topic: "contract-events", after: "0000000004294967296-0000000000" });
    expect((await events(again, 3)).map(({ data }) => data.ledger)).toEqual([2, 3, 4]);
  });

  it("cost one read together, however many a connection has", async () => {
    using client = await asMerchant();
    const others = Array.from({ length: MAX_TOPICS - 1 }, (_, index) => `redemption:${index}`);
    for (const topic of [...others, "events"]) await client.ask({ type: "subscribe", topic });
    const reads = vi.spyOn(service.world.context.db, "read");
    onTestFinished(() => reads.mockRestore());
    await happen(30);
    expect(numbers(await events(client, 1))).toEqual([30]);
    expect(reads.mock.calls.length).toBeLessThan(MAX_TOPICS / 2);
  });

  it("have a position each: one that is added gets what is behind its own, and the others nothing twice", async () => {
    using client = await asMerchant();
    await client.ask({ type: "subscribe", topic: "events" });
    for (const number of [31, 32, 33]) await happen(number);
    const [first] = await events(client, 3);
    await client.ask({ type: "subscribe", topic: "webhook:33" });
    await client.ask({ type: "subscribe", topic: "webhook", after: first?.id });
    await happen(33);
    const found = await events(client, 5);
    const of = (topic: string) => numbers(found.filter((each) => each.topic === topic));
    expect({ events: of("events"), object: of("webhook:33"), added: of("webhook") }).toEqual({
      events: [33],
      object: [33],
      added: [32, 33, 33],
    });
  });

  it("end when the client unsubscribes, and begin again behind any event", async () => {
    using client = await asMerchant();
    await client.ask({ type: "subscribe", topic: "webhook" });
    await happen(20);
    const [first] = await events(client, 1);
    expect(await client.ask({ type: "unsubscribe", topic: "webhook" })).toEqual({
      event: "unsubscribed",
      topic: "webhook",
    });
    await happen(21);
    expect(await client.ask({ type: "subscribe", topic: "webhook", after: first?.id })).toMatchObject({
      event: "subscribed",
      after: first?.id,
    });
    await happen(22);
    expect(numbers(await events(client, 2))).toEqual([21, 22]);
  });

  it("have the leaderboard among them, which users get until they unsubscribe", async () => {
    using user = await TestSocket.login(url(), (await service.user()).accessToken);
    using program = await asMerchant();
    const topic = "leaderboard:update";
    const update = (updated_at: string): LiveMessage => ({
      event: topic,
      data: { updated_at, periods: { all: [], week: [], month: [] } },
    });
    const { live } = service.world.context;
    live.publish(update("1"));
    expect(await user.next()).toEqual(update("1"));
    expect(await user.ask({ type: "unsubscribe", topic })).toEqual({ event: "unsubscribed", topic });
    live.publish(update("2"));
    expect(await user.ask({ type: "subscribe", topic })).toEqual({ event: "subscribed", topic });
    live.publish(update("3"));
    expect(await user.next()).toEqual(update("3"));
    expect(await program.ask({ type: "subscribe", topic })).toMatchObject({ data: { errors: [{ field: "topic" }] } });
  });
});

describe("a message that is wrong gets a problem, and the connection goes on:", () => {
  it.each([
    ["no JSON", "hello", "message", "must be a JSON object"],
    ["another type", { type: "subscrib" }, "type", "did you mean subscribe?"],
    ["no topic", { type: "subscribe" }, "topic", "is required"],
    ["an unknown topic", { type: "subscribe", topic: "issuances" }, "topic", "did you mean issuance?"],
    ["an unknown object", { type: "subscribe", topic: "campain:1" }, "topic", "did you mean campaign?"],
    ["a campaign of another", { type: "subscribe", topic: "campaign:999" }, "topic", "campaign of yours"],
    ["a campaign that can have no such id", { type: "subscribe", topic: "campaign:abc" }, "topic", "campaign of yours"],
    ["an id that isn't written as one", { type: "subscribe", topic: "campaign:01" }, "topic", "campaign of yours"],
    [
      "an id that is too large",
      { type: "subscribe", topic: `campaign:${"9".repeat(20)}` },
      "topic",
      "campaign of yours",
    ],
    ["no position", { type: "subscribe", topic: "events", after: "5" }, "after", "must be the id of an event"],
    [
      "an unknown type",
      { type: "subscribe", topic: "events", filter: { type: "x" } },
      "filter.type.0",
      "which is not a type of event",
    ],
    [
      "an unknown event of contracts",
      { type: "subscribe", topic: "contract-events", filter: { type: "grand" } },
      "filter.type",
      "did you mean grant?",
    ],
    ["an unknown filter", { type: "subscribe", topic: "events", filter: { colour: 1 } }, "filter.colour", "remove it"],
  ])("%s", async (_, message, field, fix) => {
    using client = await asMerchant();
    const data = { status: 422, code: "validation_failed", errors: [{ field, message: expect.stringContaining(fix) }] };
    expect(await client.ask(message)).toMatchObject({ event: "problem", data });
    expect(await client.ask({ type: "subscribe", topic: "events" })).toMatchObject({ event: "subscribed" });
  });

  it("a topic that it has, or has not, or too many", async () => {
    using client = await asMerchant();
    for (let count = 0; count < MAX_TOPICS; count++) {
      expect(await client.ask({ type: "subscribe", topic: `redemption:${count}` })).toMatchObject({
        event: "subscribed",
      });
    }
    const code = (code: string) => ({ event: "problem", data: { code } });
    expect(await client.ask({ type: "subscribe", topic: "redemption:0" })).toMatchObject(code("already_subscribed"));
    expect(await client.ask({ type: "subscribe", topic: "events" })).toMatchObject(code("too_many_topics"));
    await client.ask({ type: "unsubscribe", topic: "redemption:0" });
    expect(await client.ask({ type: "unsubscribe", topic: "redemption:0" })).toMatchObject(code("not_subscribed"));
    expect(await client.ask({ type: "subscribe", topic: "events" })).toMatchObject({ event: "subscribed" });
  });

  it("a topic of merchants for a user", async () => {
    using client = await TestSocket.login(url(), (await service.user()).accessToken);
    expect(await client.ask({ type: "subscribe", topic: "contract-events" })).toMatchObject({
      data: { errors: [{ message: "is a topic of merchants: log in with an API key" }] },
    });
  });
});

describe("merchants", () => {
  const newKey = async (scopes: string[]) =>
    (await service.call("POST /api/merchants/me/keys", { key: merchant.key, body: { name: "reader", scopes } })).body;

  it("log in with a key that may read, until it is revoked", async () => {
    using hand = beatsByHand();
    const reader = await newKey(["read"]);
    using client = new TestSocket(url());
    expect(await client.ask({ type: "auth", api_key: reader.api_key })).toEqual({
      event: "ready",
      data: { merchant_id: merchant.id, expires_at: null },
    });
    await service.call(`DELETE /api/merchants/me/keys/${reader.id}`, { key: merchant.key });
    hand.beat();
    expect(await client.closed).toEqual({ code: 4401, reason: "the API key has ended" });
    await expect(TestSocket.login(url(), { api_key: reader.api_key })).rejects.toThrow("closed: 4401");
  });

  it("can't log in with a key that may not read, or with two credentials", async () => {
    const { api_key } = await newKey(["issue"]);
    await expect(TestSocket.login(url(), { api_key })).rejects.toThrow("closed: 4403 This call needs an API key");
    const two = { api_key: merchant.key, token: "x" };
    await expect(TestSocket.login(url(), two)).rejects.toThrow("closed: 4400");
  });

  it("log in by the cookie of our own pages, and of no other page", async () => {
    const headers = { origin: url() };
    const opened = await service.call("POST /app/session", { body: { api_key: merchant.key }, headers });
    const cookie = opened.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const login = (origin: string) => TestSocket.login(url(), { session: "merchant" }, { origin, headers: { cookie } });
    using client = await login(url());
    expect(await client.ask({ type: "subscribe", topic: "contract-events" })).toMatchObject({ event: "subscribed" });
    await expect(login("https://shop.example")).rejects.toThrow("closed: 4403");
    await expect(TestSocket.login(url(), { session: "merchant" })).rejects.toThrow("closed: 4401");
  });
});

it("cuts off a client that takes too long to read an event, with a reason", async () => {
  await using strict = await startService({}, { timing: { slowMs: 300 } });
  const { id: merchantId, key } = await strict.merchant(null);
  using slow = await TestSocket.login(strict.server.url, { api_key: key });
  await slow.ask({ type: "subscribe", topic: "webhook" });
  slow.socket.pause();
  // More than the sockets' buffers take.
  const filler = "x".repeat(500_000);
  for (let count = 0; count < 40; count++) {
    const event = { type: "webhook.test" as const, merchantId, userId: null, objectId: count, data: { filler } };
    await strict.world.context.db.commit((store) => emit(store, [event], new Date()));
  }
  await eventually(() => expect(strict.world.logs.join()).toContain("reads too slowly"));
  slow.socket.resume();
  expect(await slow.closed).toMatchObject({ code: 4408, reason: expect.stringContaining("took too long to read") });
});

it("a reader that is cut off at any moments, and comes back with its last id, gets each event once and in order", async () => {
  let next = 1_000;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 6 }), async (bursts) => {
      const begin = next;
      const seen: number[] = [];
      let last: string | undefined;
      const subscribe = async () => {
        const client = await asMerchant();
        const answer = (await client.ask({ type: "subscribe", topic: "redemption", after: last })) as { after: string };
        last = answer.after;
        return client;
      };
      const note = (pushed: Pushed[]) => {
        seen.push(...numbers(pushed));
        last = pushed.at(-1)?.id ?? last;
      };
      for (const burst of bursts) {
        const client = await subscribe();
        for (let count = 0; count < burst; count++) {
          next += 1;
          await happen(next, { type: "redemption.created" });
        }
        // However far it came.
        client.socket.terminate();
        await client.closed;
        note(client.taken() as Pushed[]);
      }
      const client = await subscribe();
      const expected = Array.from({ length: next - begin }, (_, index) => begin + index + 1);
      await eventually(() => {
        note(client.taken() as Pushed[]);
        expect(seen).toEqual(expected);
      });
      client.socket.terminate();
    }),
    { numRuns: 15 },
  );
});
