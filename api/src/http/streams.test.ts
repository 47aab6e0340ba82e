import { connect } from "node:net";
import type { ContractEvent } from "@merit/core/contract-events/service.ts";
import { contractEvents } from "@merit/core/db/schema/contract-events.ts";
import { emit, listOf, prune } from "@merit/core/event-log/store.ts";
import { topics } from "@merit/core/wake.ts";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startService, type TestService } from "../testing/service.ts";
import { idCursor } from "./list.ts";

let service: TestService;
let merchant: { id: number; key: string };
beforeEach(async () => {
  service = await startService({ ACCESS_TOKEN_TTL: "3s" }, { timing: { beatMs: 50, slowMs: 200 } });
  merchant = await service.merchant(null);
});
afterEach(() => service[Symbol.asyncDispose]());

interface Frame {
  id?: string;
  event?: string;
  data?: string;
}

/** A reader of a stream; `leave` closes its connection. */
async function open(path: string, headers: Record<string, string>) {
  const controller = new AbortController();
  const answer = await fetch(`${service.server.url}/api${path}`, { headers, signal: controller.signal });
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
  await vi.waitFor(() => expect(frames.length).toBeGreaterThan(0));
  const leave = async () => {
    controller.abort();
    await ended;
  };
  return { headers: answer.headers, ended, events, reason, leave, first: frames[0] };
}

const key = () => ({ "x-api-key": merchant.key });

/** An event of a record without a table of its own. */
function happen(
  objectId: number,
  of: { merchantId?: number; userId?: number } = { merchantId: merchant.id },
  filler = "",
) {
  const { merchantId = null, userId = null } = of;
  const event = { type: "webhook.test" as const, merchantId, userId, objectId, data: { id: objectId, filler } };
  return service.world.context.db.commit((store) => emit(store, [event], new Date()));
}

const ids = (events: { object_id: string }[]) => events.map(({ object_id }) => Number(object_id));

it("gives the caller's own events from now on, and those behind Last-Event-ID or `after`", async () => {
  const user = await service.user();
  await happen(1);
  const all = await open("/events/stream", key());
  const ofUser = await open("/events/stream", { authorization: `Bearer ${user.accessToken}` });
  expect(Object.fromEntries(all.headers)).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
  });
  await happen(2);
  await happen(3, { userId: user.id });
  await happen(4, { merchantId: merchant.id + 1 });
  await happen(5);
  await vi.waitFor(() => expect(ids(all.events())).toEqual([2, 5]));
  await vi.waitFor(() => expect(ids(ofUser.events())).toEqual([3]));
  const [second] = all.events();
  const shown = await fetch(`${service.server.url}/api/events/${second.id}`, { headers: key() });
  expect(second).toEqual(await shown.json());
  const again = await open("/events/stream", { ...key(), "last-event-id": second.id });
  await vi.waitFor(() => expect(ids(again.events())).toEqual([5]));
  const byQuery = await open(`/events/stream?after=${second.id}&type=webhook.test`, key());
  await vi.waitFor(() => expect(ids(byQuery.events())).toEqual([5]));
  const others = await open(`/events/stream?after=${second.id}&object=issuance`, key());
  await happen(6);
  await vi.waitFor(() => expect(ids(byQuery.events())).toEqual([5, 6]));
  expect(others.events()).toEqual([]);
  for (const reader of [all, ofUser, again, byQuery, others]) await reader.leave();
});

it("a reader that is cut off at any moments, and comes back with its last id, gets each event once and in order", async () => {
  let next = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 6 }), async (bursts) => {
      const begin = next;
      const seen: number[] = [];
      let last: string | undefined;
      for (const burst of bursts) {
        const reader = await open("/events/stream", { ...key(), ...(last && { "last-event-id": last }) });
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
      const rest = await open("/events/stream", { ...key(), "last-event-id": last ?? "" });
      const expected = Array.from({ length: next - begin }, (_, index) => begin + index + 1);
      await vi.waitFor(() => expect([...seen, ...ids(rest.events())]).toEqual(expected));
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
    service.call(`GET /api/events/stream${query}`, { key: merchant.key, headers });
  expect((await stream({ "last-event-id": id(earlier) })).body).toMatchObject(gone);
  expect((await stream({}, `?after=${id(earlier)}`)).body).toMatchObject(gone);
  expect((await page(`&cursor=${idCursor(last)}`)).body).toMatchObject(gone);
  expect((await page()).body).toMatchObject({ data: [], has_more: false });
  // Whoever saw the last one has missed nothing, and nobody else has.
  const reader = await open("/events/stream", { ...key(), "last-event-id": id(last) });
  const other = { "x-api-key": (await service.merchant(null)).key };
  const theirs = await open("/events/stream", { ...other, "last-event-id": "evt_1" });
  await happen(4);
  await vi.waitFor(() => expect(ids(reader.events())).toEqual([4]));
  for (const each of [reader, theirs]) await each.leave();
});

it("tells a position to come back with before there is any event", async () => {
  for (const path of ["/events/stream", "/contract-events/stream"]) {
    const reader = await open(path, key());
    await reader.leave();
    const again = await open(path, { ...key(), "last-event-id": reader.first?.id ?? "none" });
    expect(again.first?.id).toBe(reader.first?.id);
    await again.leave();
  }
});

it("gives contract events that meet the filter, as the list shows them", async () => {
  const { db } = service.world.context;
  const store = (number: number, type: string) =>
    db.commit(async (store) => {
      const id = `${String(BigInt(number) << 32n).padStart(19, "0")}-0000000000`;
      const row = { id, contract_id: "C", contract: "pool", type, ledger: number, ledger_closed_at: new Date() };
      await store.insert(contractEvents).values({ ...row, tx_hash: "1".repeat(64), data: { merchant: "1" } });
      await store.notify(topics.contractEvents);
    });
  await store(1, "grant");
  const reader = await open("/contract-events/stream?type=grant", key());
  await store(2, "grant");
  await store(3, "deposit");
  await store(4, "grant");
  const ledgers = (events: ContractEvent[]) => events.map(({ ledger }) => ledger);
  await vi.waitFor(() => expect(ledgers(reader.events())).toEqual([2, 4]));
  const list = await service.call("GET /api/contract-events?from_ledger=2&type=grant", { key: merchant.key });
  expect(reader.events()).toEqual(list.body.data);
  const again = await open("/contract-events/stream", { ...key(), "last-event-id": reader.events()[0].id });
  await vi.waitFor(() => expect(ledgers(again.events())).toEqual([3, 4]));
  await reader.leave();
  await again.leave();
});

const paths = ["/events/stream", "/contract-events/stream"];

it.each(paths)("GET %s refuses a position that is none, and names it", async (path) => {
  const call = (query: string, headers = {}) => service.call(`GET /api${path}${query}`, { key: merchant.key, headers });
  expect((await call("", { "last-event-id": "7" })).body).toMatchObject({ errors: [{ field: "Last-Event-ID" }] });
  expect((await call("?after=x")).body).toMatchObject({ status: 422, errors: [{ field: "after" }] });
  expect(await call("")).toMatchObject({ status: 200, body: expect.stringMatching(/^retry: 2000\n/) });
});

it.each(paths)("GET %s counts against the limits of connections", async (path) => {
  const refused = async (env: Record<string, string>, as: (other: TestService) => Promise<string>) => {
    await using limited = await startService(env);
    const headers = { "x-api-key": (await limited.merchant(null)).key };
    const first = await fetch(`${limited.server.url}/api${path}`, { headers });
    const own = headers["x-api-key"];
    const { body } = await limited.call(`GET /api${path}`, { key: (await as(limited)) || own });
    await first.body?.cancel();
    // What was left counts no more.
    await vi.waitFor(async () => expect((await limited.call(`GET /api${path}`, { key: own })).status).toBe(200));
    return body;
  };
  expect(await refused({ WS_CONNECTIONS_PER_USER: "1" }, async () => "")).toMatchObject({
    status: 429,
    code: "too_many_connections",
  });
  const other = async (limited: TestService) => (await limited.merchant(null)).key;
  expect(await refused({ WS_CONNECTIONS: "1" }, other)).toMatchObject({ status: 503, code: "no_connections_left" });
});

it("ends with a reason when the key is revoked, the token expires or the service stops", async () => {
  const { body: created } = await service.call("POST /api/merchants/me/keys", {
    key: merchant.key,
    body: { name: "reader", scopes: ["read"] },
  });
  const ofKey = await open("/events/stream", { "x-api-key": created.api_key });
  await service.call(`DELETE /api/merchants/me/keys/${created.id}`, { key: merchant.key });
  await ofKey.ended;
  expect(ofKey.reason()).toMatchObject({ status: 401 });
  const user = await service.user();
  const ofUser = await open("/events/stream", { authorization: `Bearer ${user.accessToken}` });
  await ofUser.ended;
  expect(ofUser.reason()).toMatchObject({ status: 401, code: "invalid_token" });
  const stopped = await open("/events/stream", key());
  await Promise.all([service.server.close(), stopped.ended]);
  expect(stopped.reason()).toMatchObject({ status: 503, code: "stopping" });
});

it("cuts off a reader that doesn't read, with a reason, and one that never reads again", async () => {
  await using patient = await startService(
    { WS_CONNECTIONS_PER_USER: "1" },
    { timing: { beatMs: 3_000, slowMs: 200 } },
  );
  const merchants = [await patient.merchant(null), await patient.merchant(null)] as const;
  const { hostname, port } = new URL(patient.server.url);
  const ask = async (key: string) => {
    const socket = connect(Number(port), hostname);
    socket.on("error", () => {});
    socket.write(`GET /api/events/stream HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${key}\r\n\r\n`);
    const seen = { text: "" };
    socket.on("data", (chunk) => {
      seen.text = (seen.text + chunk.toString("latin1")).slice(-2_000);
    });
    await vi.waitFor(() => expect(seen.text.includes("retry")).toBe(true));
    socket.pause();
    return { socket, seen };
  };
  const [slow, never] = [await ask(merchants[0].key), await ask(merchants[1].key)];
  const filler = "x".repeat(500_000);
  const events = merchants.flatMap(({ id: merchantId }) =>
    Array.from({ length: 40 }, (_, objectId) => ({
      ...{ type: "webhook.test" as const, merchantId, userId: null, objectId, data: { filler } },
    })),
  );
  // More than the sockets' buffers take: both streams wait.
  await patient.world.context.db.commit((store) => emit(store, events, new Date()));
  for (const { socket } of [slow, never]) {
    await vi.waitFor(() => expect(socket.bytesRead).toBeGreaterThan(10_000), { timeout: 10_000 });
  }
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  const again = async () => (await patient.call("GET /api/events/stream", { key: merchants[1].key })).status;
  expect(await again()).toBe(429);
  slow.socket.resume();
  await vi.waitFor(() => expect(slow.seen.text).toContain("reads_too_slowly"), { timeout: 10_000 });
  // Its connection no longer counts.
  await vi.waitFor(async () => expect(await again()).toBe(200), { timeout: 15_000 });
  never.socket.destroy();
  slow.socket.destroy();
}, 40_000);
