import diagnostics from "node:diagnostics_channel";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { addDays } from "@merit/core/base/days.ts";
import { topics } from "@merit/core/base/wake.ts";
import { prune as pruneContractEvents } from "@merit/core/ledger/contract-events/retention.ts";
import type { ContractEvent } from "@merit/core/ledger/contract-events/service.ts";
import * as merchants from "@merit/core/parties/merchants/store.ts";
import { contractEvents } from "@merit/core/store/db/schema/contract-events.ts";
import { emit, lastId, listOf, prune } from "@merit/core/store/event-log/store.ts";
import { eventually } from "@merit/core/testing/wait.ts";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { type Caller, contractEventFeed } from "../routes/contract-events/feed.ts";
import { eventFeed } from "../routes/events/feed.ts";
import { startService, type TestService } from "../testing/service.ts";
import { type Feed, follow } from "./feed.ts";
import { idCursor } from "./list.ts";

let service: TestService;
let merchant: { id: number; key: string };
beforeEach(async () => {
  service = await startService({}, { timing: { beatMs: 50 } });
  merchant = await service.merchant(null);
});
afterEach(() => service[Symbol.asyncDispose]());

interface Frame {
  id?: string;
  event?: string;
  data?: string;
}

const asStream = { accept: "text/event-stream" };

/** A reader of a stream; `leave` closes its connection. */
async function open(path: string, headers: Record<string, string>) {
  const controller = new AbortController();
  const answer = await fetch(`${service.server.url}/api${path}`, {
    headers: { ...asStream, ...headers },
    signal: controller.signal,
  });
  const frames: Frame[] = [];
  const read = async () => {
    let text = "";
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
        const lines = text.slice(0, end).split("\n");
        frames.push(Object.fromEntries(lines.map((line) => line.split(/: (.*)/s))));
        text = text.slice(end + 2);
      }
    }
  };
  const ended = read().catch(() => {});
  const events = () => frames.flatMap(({ event, data }) => (event || data === undefined ? [] : [JSON.parse(data)]));
  const reason = () => frames.flatMap(({ event, data = "" }) => (event === "problem" ? [JSON.parse(data)] : []))[0];
  await eventually(() => expect(frames.length).toBeGreaterThan(0));
  const leave = async () => {
    controller.abort();
    await ended;
  };
  return { headers: answer.headers, ended, events, reason, leave, first: frames[0] };
}

const key = () => ({ "x-api-key": merchant.key });

/** An event of a record without a table of its own. */
function happen(objectId: number, of: { merchantId?: number; userId?: number } = { merchantId: merchant.id }) {
  const { merchantId = null, userId = null } = of;
  const event = { type: "webhook.test" as const, merchantId, userId, objectId, data: { id: objectId } };
  return service.world.context.db.commit((store) => emit(store, [event], new Date()));
}

const ids = (events: { object_id: string }[]) => events.map(({ object_id }) => Number(object_id));

it("gives the caller's own events from now on, and those behind Last-Event-ID or `after`", async () => {
  const user = await service.user();
  await happen(1);
  const all = await open("/events", key());
  const ofUser = await open("/events", { authorization: `Bearer ${user.accessToken}` });
  expect(Object.fromEntries(all.headers)).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
  });
  await happen(2);
  await happen(3, { userId: user.id });
  await happen(4, { merchantId: merchant.id + 1 });
  await happen(5);
  await eventually(() => expect(ids(all.events())).toEqual([2, 5]));
  await eventually(() => expect(ids(ofUser.events())).toEqual([3]));
  const [second] = all.events();
  const shown = await fetch(`${service.server.url}/api/events/${second.id}`, { headers: key() });
  expect(second).toEqual(await shown.json());
  const again = await open("/events", { ...key(), "last-event-id": second.id });
  await eventually(() => expect(ids(again.events())).toEqual([5]));
  const byQuery = await open(`/events?after=${second.id}&type=webhook.test`, key());
  await eventually(() => expect(ids(byQuery.events())).toEqual([5]));
  const fromFirst = await open("/events?after=evt_0&type=webhook.test", key());
  await eventually(() => expect(ids(fromFirst.events())).toEqual([1, 2, 5]));
  const others = await open(`/events?after=${second.id}&object=issuance`, key());
  await happen(6);
  await eventually(() => expect(ids(byQuery.events())).toEqual([5, 6]));
  expect(others.events()).toEqual([]);
  for (const reader of [all, ofUser, again, byQuery, fromFirst, others]) await reader.leave();
});

it("a reader that is cut off at any moments, and comes back with its last id, gets each event once and in order", async () => {
  let next = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 6 }), async (bursts) => {
      const begin = next;
      const seen: number[] = [];
      let last: string | undefined;
      for (const burst of bursts) {
        const reader = await open("/events", { ...key(), ...(last && { "last-event-id": last }) });
        last ??= reader.first?.id;
        for (let count = 0; count < burst; count++) {
          next += 1;
          await happen(next);
        }
        // However far it came.
        await reader.leave();
        seen.push(...ids(reader.events()));
        last = reader.events().at(-1)?.id ?? last;
      }
      const rest = await open("/events", { ...key(), "last-event-id": last ?? "" });
      const expected = Array.from({ length: next - begin }, (_, index) => begin + index + 1);
      await eventually(() => expect([...seen, ...ids(rest.events())]).toEqual(expected));
      await rest.leave();
    }),
    { numRuns: 15 },
  );
});

it("refuses a position with deleted events behind it, and a cursor below which there were some", async () => {
  for (const number of [1, 2, 3]) await happen(number);
  const { db } = service.world.context;
  const [last, earlier] = (await db.read((store) => listOf(store, { merchant_id: merchant.id }, { limit: 2 }))).map(
    ({ id }) => id,
  ) as [number, number];
  const page = (cursor = "") => service.call(`GET /api/events?limit=1${cursor}`, { key: merchant.key });
  const id = (number: number) => `evt_${number}`;
  await db.commit((store) => prune(store, new Date(Date.now() + 60_000)));
  const gone = {
    status: 410,
    code: "events_deleted",
    detail: expect.stringContaining(`up to ${id(last)}. Begin behind that one`),
  };
  const stream = (headers: Record<string, string>, query = "") =>
    service.call(`GET /api/events${query}`, { key: merchant.key, headers: { ...asStream, ...headers } });
  expect((await stream({ "last-event-id": id(earlier) })).body).toMatchObject(gone);
  expect((await stream({}, `?after=${id(earlier)}`)).body).toMatchObject(gone);
  expect((await page(`&cursor=${idCursor(last)}`)).body).toMatchObject(gone);
  expect((await page()).body).toMatchObject({ data: [], has_more: false });
  // They may go while a reader is on its way to them.
  const feed = eventFeed(service.world.context, { merchant_id: merchant.id });
  await expect(feed.read(id(earlier))).rejects.toMatchObject({ code: "events_deleted" });
  // Neither a reader that saw the last one, nor one of another merchant, has missed anything.
  const reader = await open("/events", { ...key(), "last-event-id": id(last) });
  const other = { "x-api-key": (await service.merchant(null)).key };
  const theirs = await open("/events", { ...other, "last-event-id": "evt_1" });
  await happen(4);
  await eventually(() => expect(ids(reader.events())).toEqual([4]));
  for (const each of [reader, theirs]) await each.leave();
});

it("a reader of one type moves past the events of others, so it isn't refused when those are deleted", async () => {
  const { db } = service.world.context;
  for (const objectId of [1, 2]) await happen(objectId);
  const last = await db.read(lastId);
  const feed = eventFeed(service.world.context, { merchant_id: merchant.id }, { types: ["campaign.created"] });
  const { events, position } = await feed.read("evt_1");
  expect({ events, position }).toEqual({ events: [], position: `evt_${last}` });
  await db.commit((store) => prune(store, addDays(new Date(), 1)));
  await feed.requirePosition(position);
  await expect(feed.requirePosition("evt_1")).rejects.toMatchObject({ code: "events_deleted" });
});

it("lets other calls in while it reads on through pages of which nothing is wanted", async () => {
  await Promise.all(Array.from({ length: 1_000 }, (_, objectId) => happen(objectId)));
  const feed = eventFeed(service.world.context, { merchant_id: merchant.id });
  let turns = 0;
  let isReading = true;
  const count = () => {
    turns += 1;
    if (isReading) setImmediate(count);
  };
  setImmediate(count);
  const ended = new AbortController();
  const read: Feed["read"] = async (position) => {
    const page = await feed.read(position);
    if (!page.hasMore) ended.abort();
    return { ...page, events: [] };
  };
  const timing = { waitMs: 60_000, signal: ended.signal };
  expect((await follow(service.world.context.wake, { ...feed, read }, "evt_1", timing).next()).done).toBe(true);
  isReading = false;
  expect(turns).toBeGreaterThanOrEqual(10);
});

it("says that nothing has come to a reader that wants none of all the events that come", async () => {
  const feed = eventFeed(service.world.context, { merchant_id: merchant.id });
  const read: Feed["read"] = async (position) => {
    const page = await feed.read(position);
    await happen(1);
    return { ...page, events: [] };
  };
  const timing = { waitMs: 50, signal: new AbortController().signal };
  const reading = follow(service.world.context.wake, { ...feed, read }, "evt_1", timing);
  for (let count = 0; count < 3; count++) expect((await reading.next()).value).toBeNull();
  await reading.return();
});

it("refuses a position that there is not yet, and names the last one", async () => {
  await happen(1);
  const call = async (path: string, position = "") =>
    (
      await service.call(`GET /api${path}`, {
        key: merchant.key,
        headers: position ? { ...asStream, "last-event-id": position } : {},
      })
    ).body;
  const unknown = (last: unknown) => ({
    status: 410,
    code: "position_unknown",
    detail: expect.stringMatching(`${last}`),
  });
  expect(await call("/events", "evt_4000000000000000")).toMatchObject(unknown("is evt_[0-9]+:"));
  const [ahead, last] = ["9000000000000000000-0000000000", "is [0-9]{19}-[0-9]{10}:"];
  expect(await call("/contract-events", ahead)).toMatchObject(unknown(last));
  expect(await call(`/contract-events?cursor=${ahead}`)).toMatchObject(unknown(last));
  expect(await call(`/contract-events?format=csv&cursor=${ahead}`)).toMatchObject(unknown(last));
  expect(await call(`/contract-events?order=desc&cursor=${ahead}`)).toMatchObject({ has_more: false });
});

it("tells a position to come back with before there is any event", async () => {
  for (const path of ["/events", "/contract-events"]) {
    const reader = await open(path, key());
    await reader.leave();
    const again = await open(path, { ...key(), "last-event-id": reader.first?.id ?? "none" });
    expect(again.first?.id).toBe(reader.first?.id);
    await again.leave();
  }
});

const contractEventId = (ledger: number) => `${String(BigInt(ledger) << 32n).padStart(19, "0")}-0000000000`;

const store = (number: number, type: string, contract = "pool", ledger_closed_at = new Date()) =>
  service.world.context.db.commit(async (store) => {
    const row = { id: contractEventId(number), contract_id: "C", contract, type, ledger: number, ledger_closed_at };
    await store.insert(contractEvents).values({ ...row, tx_hash: "1".repeat(64), data: { merchant: "1" } });
    await store.notify(topics.contractEvents);
  });

it("a reader of rare contract events moves past the others, so it isn't refused when those are deleted", async () => {
  const { context } = service.world;
  const { db } = context;
  const now = new Date();
  for (const ledger of [1, 2]) await store(ledger, "transfer", "asset", addDays(now, -9));
  const caller = { context, merchant: await db.read((store) => merchants.byId(store, merchant.id)) } as Caller;
  const feed = await contractEventFeed(caller, { type: ["deposit"], raw: false });
  const { events, position } = await feed.read(contractEventId(1));
  expect({ events, position }).toEqual({ events: [], position: contractEventId(2) });
  await store(3, "transfer", "asset", now);
  await store(4, "deposit");
  const next = await feed.read(position);
  expect(next).toMatchObject({ events: [{ ledger: 4 }], position: contractEventId(4) });
  await db.commit((store) => pruneContractEvents(store, addDays(now, -1)));
  await expect(feed.requirePosition(contractEventId(1))).rejects.toMatchObject({ code: "events_deleted" });
  await feed.requirePosition(next.position);
});

it("gives contract events that meet the filter, as the list shows them", async () => {
  await store(1, "grant");
  const reader = await open("/contract-events?type=grant", key());
  await store(2, "grant");
  await store(3, "deposit");
  await store(4, "grant");
  const ledgers = (events: ContractEvent[]) => events.map(({ ledger }) => ledger);
  await eventually(() => expect(ledgers(reader.events())).toEqual([2, 4]));
  const list = await service.call("GET /api/contract-events?from_ledger=2&type=grant", { key: merchant.key });
  expect(reader.events()).toEqual(list.body.data);
  const again = await open("/contract-events", { ...key(), "last-event-id": reader.events()[0].id });
  await eventually(() => expect(ledgers(again.events())).toEqual([3, 4]));
  await reader.leave();
  await again.leave();
});

const paths = ["/events", "/contract-events"];

it.each(paths)("GET %s refuses a position that is none, and names it", async (path) => {
  const call = (query: string, headers = {}) =>
    service.call(`GET /api${path}${query}`, { key: merchant.key, headers: { ...asStream, ...headers } });
  expect((await call("", { "last-event-id": "7" })).body).toMatchObject({ errors: [{ field: "Last-Event-ID" }] });
  expect((await call("?after=x")).body).toMatchObject({ status: 422, errors: [{ field: "after" }] });
  expect(await call("")).toMatchObject({ status: 200, body: expect.stringMatching(/^retry: 2000\n/) });
});

it.each(paths)("GET %s is a list or a stream, as Accept says, and each refuses what is the other's", async (path) => {
  const call = (query: string, accept: string) =>
    service.call(`GET /api${path}${query}`, { key: merchant.key, headers: { accept } });
  for (const accept of ["*/*", "application/json", "application/json, text/event-stream"]) {
    const list = await call("", accept);
    expect(list).toMatchObject({ status: 200, body: { has_more: false } });
    expect(list.headers.get("vary")).toContain("Accept");
  }
  const position = path === "/events" ? "evt_1" : `${"1".padStart(19, "0")}-0000000000`;
  const inList = await call(`?after=${position}`, "application/json");
  expect(inList.body).toMatchObject({ status: 422, errors: [{ field: "after" }] });
  const inStream = await call("?to=2026-01-01T00:00:00Z&cursor=x", asStream.accept);
  expect(inStream.body).toMatchObject({ status: 422 });
  expect((await call("?order=desc&limit=1", asStream.accept)).body).toMatchObject({ status: 422 });
});

it.each(paths)("GET %s counts against the limits of connections", async (path) => {
  const refused = async (env: Record<string, string>, as: (other: TestService) => Promise<string>) => {
    await using limited = await startService(env);
    const headers = { ...asStream, "x-api-key": (await limited.merchant(null)).key };
    const first = await fetch(`${limited.server.url}/api${path}`, { headers });
    const own = headers["x-api-key"];
    const follow = (key: string) => limited.call(`GET /api${path}`, { key, headers: asStream });
    const { body } = await follow((await as(limited)) || own);
    await first.body?.cancel();
    // A connection that was left counts no more.
    await eventually(async () => expect((await follow(own)).status).toBe(200));
    return body;
  };
  expect(await refused({ WS_CONNECTIONS_PER_USER: "1" }, async () => "")).toMatchObject({
    status: 429,
    code: "too_many_connections",
  });
  const other = async (limited: TestService) => (await limited.merchant(null)).key;
  expect(await refused({ WS_CONNECTIONS: "1" }, other)).toMatchObject({ status: 503, code: "no_connections_left" });
});

it("a caller that leaves before its stream has begun counts no more", async () => {
  await using limited = await startService({ WS_CONNECTIONS_PER_USER: "1" });
  const { key } = await limited.merchant(null);
  // The database answers once the caller has left.
  const { db } = limited.world.context;
  const read = db.read.bind(db);
  const hasLeft = Promise.withResolvers<void>();
  const reads: Promise<unknown>[] = [];
  vi.spyOn(db, "read").mockImplementation((work) => {
    const result = hasLeft.promise.then(() => read(work));
    reads.push(result);
    return result;
  });
  const begun = Promise.withResolvers<ServerResponse>();
  const note = (message: unknown) => begun.resolve((message as { response: ServerResponse }).response);
  diagnostics.subscribe("http.server.request.start", note);
  onTestFinished(() => void diagnostics.unsubscribe("http.server.request.start", note));
  const { hostname, port } = new URL(limited.server.url);
  const socket = connect(Number(port), hostname);
  const lines = ["GET /api/events HTTP/1.1", "Host: localhost", "Accept: text/event-stream", `x-api-key: ${key}`];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  const closed = once(await begun.promise, "close");
  socket.destroy();
  await closed;
  hasLeft.resolve();
  for (let known = -1; known < reads.length; await nextTurn()) {
    known = reads.length;
    await Promise.all(reads);
  }
  const { status } = await limited.call("GET /api/events", { key, headers: asStream });
  expect(status).toBe(200);
});

it("ends with a reason when the key is revoked, the token expires or the service stops", async () => {
  const { body: created } = await service.call("POST /api/merchants/me/keys", {
    key: merchant.key,
    body: { name: "reader", scopes: ["read"] },
  });
  const ofKey = await open("/events", { "x-api-key": created.api_key });
  await service.call(`DELETE /api/merchants/me/keys/${created.id}`, { key: merchant.key });
  await ofKey.ended;
  expect(ofKey.reason()).toMatchObject({ status: 401 });
  const user = await service.user();
  const ofUser = await open("/events", { authorization: `Bearer ${user.accessToken}` });
  service.world.context.clock = {
    now: () => new Date(Date.now() + service.world.context.settings.auth.accessTokenSeconds * 1000),
  };
  await ofUser.ended;
  expect(ofUser.reason()).toMatchObject({ status: 401, code: "invalid_token" });
  const stopped = await open("/events", key());
  await Promise.all([service.server.close(), stopped.ended]);
  expect(stopped.reason()).toMatchObject({ status: 503, code: "stopping" });
});

describe("a reader that doesn't read is cut off", () => {
  /** Opens a stream with a reader that stops reading at once. */
  async function ask(patient: TestService, key: string) {
    const { hostname, port } = new URL(patient.server.url);
    const socket = connect(Number(port), hostname);
    socket.on("error", () => {});
    const lines = ["GET /api/events HTTP/1.1", "Host: localhost", "Accept: text/event-stream", `x-api-key: ${key}`];
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    onTestFinished(() => void socket.destroy());
    const seen = { text: "" };
    socket.on("data", (chunk) => {
      seen.text = (seen.text + chunk.toString("latin1")).slice(-2_000);
    });
    await eventually(() => expect(seen.text).toContain("retry"));
    socket.pause();
    return { socket, seen };
  }

  /** More than the sockets' buffers take: the stream waits for its reader. The last event is marked. */
  function fill(patient: TestService, merchantId: number, mark: string) {
    const filler = "x".repeat(500_000);
    const events = Array.from({ length: 40 }, (_, objectId) => ({
      ...{ type: "webhook.test" as const, merchantId, userId: null, objectId },
      data: { filler: objectId === 39 ? mark : filler },
    }));
    return patient.world.context.db.commit((store) => emit(store, events, new Date()));
  }

  it("with a reason, once it reads again", async () => {
    await using patient = await startService({}, { timing: { slowMs: 200 } });
    const { id, key } = await patient.merchant(null);
    const { socket, seen } = await ask(patient, key);
    // On a busy machine the stream may have filled the buffers so late that it hasn't waited for long: then once more.
    for (let round = 0; !seen.text.includes("reads_too_slowly"); round += 1) {
      const mark = `end of round ${round}`;
      socket.pause();
      await fill(patient, id, mark);
      await sleep(1_000);
      socket.resume();
      await eventually(() => expect(seen.text).toMatch(new RegExp(`reads_too_slowly|${mark}`)));
    }
  });

  it("without one, if it never reads again, and counts no more", async () => {
    const timing = { beatMs: 500, slowMs: 200 };
    await using patient = await startService({ WS_CONNECTIONS_PER_USER: "1" }, { timing });
    const { id, key } = await patient.merchant(null);
    await ask(patient, key);
    await fill(patient, id, "the end");
    const again = async () => (await patient.call("GET /api/events", { key, headers: asStream })).status;
    await eventually(async () => expect(await again()).toBe(200));
  });
});
