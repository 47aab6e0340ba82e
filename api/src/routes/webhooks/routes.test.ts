import { createPublicKey, verify } from "node:crypto";
import type { ServerResponse } from "node:http";
import { collect } from "@merit/core/operations/notices/collect.ts";
import * as rows from "@merit/core/operations/webhooks/store.ts";
import * as jobs from "@merit/core/store/jobs/jobs.ts";
import { type Receiver, startReceiver } from "@merit/core/testing/receiver.ts";
import { eventually } from "@merit/core/testing/wait.ts";
import { runWebhooks } from "@merit/core/worker/webhook-queue.ts";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { startService, type TestService } from "../../testing/service.ts";

let service: TestService;
const stopped = new AbortController();
let running: Promise<void>;
beforeAll(async () => {
  service = await startService();
  running = runWebhooks(service.world.context, stopped.signal);
});
afterAll(async () => {
  stopped.abort();
  await running;
  await service[Symbol.asyncDispose]();
});

type Merchant = Awaited<ReturnType<TestService["merchant"]>>;

async function receiver(...answer: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...answer);
  onTestFinished(() => started[Symbol.asyncDispose]());
  return started;
}

const create = async ({ key }: Pick<Merchant, "key">, body: object) =>
  (await service.call("POST /api/webhooks", { key, body })).body;
const issue = async ({ key, campaignId }: Merchant) => {
  const { newWallet } = await import("@merit/core/testing/chain.ts");
  const body = {
    idempotency_key: crypto.randomUUID(),
    campaign_id: campaignId,
    wallet_address: newWallet(),
    amount: "1",
  };
  return (await service.call("POST /api/rewards/issue", { key, body })).body;
};
const step = (key: string, id: number, body: object) => service.call(`POST /api/webhooks/${id}/steps`, { key, body });
/** Sends whatever happened again. */
const always = { step: "replay", from: "2026-01-01T00:00:00Z", to: "2100-01-01T00:00:00Z" };
const read = async (key: string, path: string) => (await service.call(`GET /api/webhooks/${path}`, { key })).body;
/** The first delivery once it is as expected. */
const delivery = (key: string, id: number, expected: object) =>
  eventually(async () => {
    const { data } = await read(key, `${id}/deliveries`);
    expect(data[0]).toMatchObject(expected);
    return data[0];
  });
/** Makes a delivery due now. */
const bringForward = (id: number) =>
  service.world.context.db.commit((store) =>
    jobs.makeKeysDue(store, "webhook-delivery", [`delivery:${id}`], new Date()),
  );

it("keeps the URL as it is used, whatever its spelling", async () => {
  const merchant = await service.merchant();
  const { id, url } = await create(merchant, { url: "HTTPS://Shop.Example:443/a b#part" });
  expect(url).toBe("https://shop.example/a%20b");
  const changed = await service.call(`PATCH /api/webhooks/${id}`, {
    ...{ key: merchant.key, body: { url: "https://SHOP.example" } },
  });
  expect(changed.body.url).toBe("https://shop.example/");
});

it("sends each event once, signed as the specification says", async () => {
  const merchant = await service.merchant();
  const target = await receiver();
  const { id, secret, public_key } = await create(merchant, {
    url: `${target.url}/hook`,
    types: ["issuance.accepted"],
  });
  const issuance = await issue(merchant);
  const [request] = await target.received(1);
  const { headers, body, path } = request as NonNullable<typeof request>;
  expect(path).toBe("/hook");
  const event = new Webhook(secret).verify(body, headers as Record<string, string>);
  const listed = await service.call(`GET /api/events/${headers["webhook-id"]}`, { key: merchant.key });
  expect(event).toEqual(listed.body);
  expect(event).toMatchObject({ type: "issuance.accepted", data: { id: issuance.id } });
  // v1a, with the published key.
  const signature =
    String(headers["webhook-signature"])
      .split(" ")
      .find((each) => each.startsWith("v1a,"))
      ?.slice(4) ?? "";
  const raw = Buffer.from(public_key.slice("whpk_".length), "base64");
  const spki = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), raw]);
  const signed = Buffer.from(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`);
  const key = createPublicKey({ key: spki, format: "der", type: "spki" });
  expect(verify(null, signed, key, Buffer.from(signature, "base64"))).toBe(true);
  await delivery(merchant.key, id, { status: "delivered", attempts: 1, next_attempt_at: null });
  const [{ requests }] = (await read(merchant.key, `${id}/deliveries`)).data;
  expect(requests).toEqual([expect.objectContaining({ response_status: 204, error: null })]);
  expect(target.requests).toHaveLength(1);
});

it("shows the secret once", async () => {
  const merchant = await service.merchant(null);
  const body = { url: "https://shop.example/" };
  const headers = { "idempotency-key": "w1" };
  const first = await service.call("POST /api/webhooks", { key: merchant.key, body, headers });
  const again = await service.call("POST /api/webhooks", { key: merchant.key, body, headers });
  expect(first).toMatchObject({ status: 201, body: { secret: expect.stringMatching(/^whsec_/) } });
  expect(again).toMatchObject({ status: 201, body: { id: first.body.id, secret: null } });
  expect(await read(merchant.key, String(first.body.id))).not.toHaveProperty("secret");
  expect(JSON.stringify(await service.world.context.db.read((store) => rows.byId(store, first.body.id)))).not.toContain(
    first.body.secret.slice(6),
  );
});

it("tries again what fails, with a wait, under the same id", async () => {
  const merchant = await service.merchant();
  const target = await receiver((response, count) => void response.writeHead(count === 1 ? 500 : 200).end("busy"));
  const { id } = await create(merchant, { url: target.url, types: ["issuance.accepted"] });
  await issue(merchant);
  const failed = await delivery(merchant.key, id, { status: "pending", attempts: 1 });
  const wait = Date.parse(failed.next_attempt_at) - Date.parse(failed.updated_at);
  expect(wait).toBeGreaterThanOrEqual(4_000);
  expect(wait).toBeLessThanOrEqual(6_000);
  expect((await read(merchant.key, String(id))).failing_since).not.toBeNull();
  await bringForward(failed.id);
  await delivery(merchant.key, id, { status: "delivered", attempts: 2 });
  const ids = target.requests.map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids).size).toBe(1);
  expect((await read(merchant.key, String(id))).failing_since).toBeNull();
  await issue(merchant);
  await delivery(merchant.key, id, { status: "delivered", attempts: 1 });
  const { data } = await read(merchant.key, `${id}/deliveries?delivery_id=${failed.id}`);
  expect(data).toHaveLength(1);
  expect(data[0].requests.map(({ response_status }: { response_status: number }) => response_status)).toEqual([
    200, 500,
  ]);
});

it("waits as long as the receiver asks", async () => {
  const merchant = await service.merchant();
  const target = await receiver((response) => void response.writeHead(503, { "retry-after": "600" }).end());
  const { id } = await create(merchant, { url: target.url, types: ["issuance.accepted"] });
  await issue(merchant);
  const failed = await delivery(merchant.key, id, { status: "pending", attempts: 1 });
  expect(Date.parse(failed.next_attempt_at) - Date.parse(failed.updated_at)).toBeGreaterThanOrEqual(600_000);
});

it("gives up after ten attempts", async () => {
  const merchant = await service.merchant();
  const target = await receiver((response) => void response.writeHead(404).end());
  const { id } = await create(merchant, { url: target.url, types: ["issuance.accepted"] });
  await issue(merchant);
  for (let count = 1; count < 10; count++) {
    await bringForward((await delivery(merchant.key, id, { status: "pending", attempts: count })).id);
  }
  await delivery(merchant.key, id, { status: "failed", attempts: 10, next_attempt_at: null });
  expect(target.requests).toHaveLength(10);
});

it("disables an endpoint that answers 410, and says so", async () => {
  const merchant = await service.merchant();
  const target = await receiver((response) => void response.writeHead(410).end());
  const { id } = await create(merchant, { url: target.url, types: ["issuance.accepted"] });
  await issue(merchant);
  await delivery(merchant.key, id, { status: "failed" });
  const webhook = await read(merchant.key, String(id));
  expect(webhook).toMatchObject({ status: "disabled", disabled_reason: expect.stringContaining("410") });
  const { body } = await service.call("GET /api/events?type=webhook.disabled", { key: merchant.key });
  expect(body.data).toHaveLength(1);
  const { data } = await read(merchant.key, `${id}/deliveries`);
  for (const body of [{ step: "test" }, always, { step: "replay", delivery_id: data[0].id }])
    expect(await step(merchant.key, id, body)).toMatchObject({ status: 409, body: { code: "webhook_disabled" } });
});

it("tells the merchant after a day of failures, and disables the endpoint after five", async () => {
  const merchant = await service.merchant();
  const target = await receiver((response) => void response.writeHead(500).end());
  const { id } = await create(merchant, { url: target.url, types: ["issuance.accepted"] });
  await issue(merchant);
  const { db } = service.world.context;
  const failedDays = async (days: number, count: number) => {
    const failing_since = new Date(Date.now() - days * 86_400_000);
    await db.commit((store) => rows.update(store, id, { failing_since }));
    const found = await delivery(merchant.key, id, { status: "pending", attempts: count });
    await bringForward(found.id);
    await eventually(async () => {
      const [{ requests }] = (await read(merchant.key, `${id}/deliveries`)).data;
      expect(requests).toHaveLength(count + 1);
    });
  };
  const mails = async () => {
    await db.commit((store) => collect(service.world.context, store));
    const { token } = { token: (await service.admin()).accessToken };
    const { body } = await service.call(`GET /api/admin/email-logs?limit=100`, { token });
    return body.data
      .filter((mail: { merchant_id: number }) => mail.merchant_id === merchant.id)
      .map((mail: { template: string }) => mail.template)
      .filter((template: string) => template.startsWith("webhook"));
  };
  await delivery(merchant.key, id, { attempts: 1 });
  await failedDays(0.9, 1);
  expect(await mails()).toEqual([]);
  await failedDays(1.1, 2);
  expect(await mails()).toEqual(["webhook_failing"]);
  await failedDays(4.9, 3);
  expect((await read(merchant.key, String(id))).status).toBe("enabled");
  await failedDays(5.1, 4);
  expect((await read(merchant.key, String(id))).status).toBe("disabled");
  expect(await mails()).toEqual(["webhook_disabled", "webhook_failing"]);
});

const patch = (key: string, id: number, body: object) => service.call(`PATCH /api/webhooks/${id}`, { key, body });

it.each([410, 500])("what the old URL answers with %s after a change counts for its delivery alone", async (status) => {
  const merchant = await service.merchant();
  const asked: ServerResponse[] = [];
  const [old, fresh] = [await receiver((response) => void asked.push(response)), await receiver()];
  const { id } = await create(merchant, { url: old.url, types: ["issuance.accepted"] });
  await issue(merchant);
  await old.received(1);
  await patch(merchant.key, id, { url: fresh.url });
  asked[0]?.writeHead(status).end();
  const failed = await delivery(merchant.key, id, { status: "pending", attempts: 1 });
  expect(await read(merchant.key, String(id))).toMatchObject({ status: "enabled", failing_since: null });
  await bringForward(failed.id);
  await delivery(merchant.key, id, { status: "delivered", attempts: 2 });
  expect(fresh.requests).toHaveLength(1);
});

it("what the old URL takes after a change doesn't end the failures of the new one", async () => {
  const merchant = await service.merchant();
  const asked: ServerResponse[] = [];
  const old = await receiver((response) => void asked.push(response));
  const { id } = await create(merchant, { url: old.url, types: ["issuance.accepted"] });
  await issue(merchant);
  await old.received(1);
  await patch(merchant.key, id, { url: "https://shop.example/moved" });
  const { db } = service.world.context;
  const [failing_since, warned_at] = [new Date(0), new Date(1)];
  await db.commit((store) => rows.update(store, id, { failing_since, warned_at }));
  asked[0]?.writeHead(204).end();
  await delivery(merchant.key, id, { status: "delivered", attempts: 1 });
  expect(await db.read((store) => rows.byId(store, id))).toMatchObject({ failing_since, warned_at, proven_at: null });
});

it.each([
  ["a new URL", { url: "https://shop.example/moved" }],
  ["one that is enabled", { status: "enabled" }],
])("%s starts without the failures before it", async (_, change) => {
  const merchant = await service.merchant(null);
  // Nothing is sent meanwhile: it would fail.
  const { id } = await create(merchant, { url: "https://shop.example/", types: ["issuance.accepted"] });
  const { db } = service.world.context;
  const warned_at = new Date();
  const failing_since = new Date(warned_at.getTime() - 5.1 * 86_400_000);
  await db.commit((store) => rows.update(store, id, { failing_since, warned_at }));
  await patch(merchant.key, id, { description: "Till", url: "https://shop.example/" });
  const stored = () => db.read((store) => rows.byId(store, id));
  expect(await stored()).toMatchObject({ failing_since, warned_at });
  expect((await patch(merchant.key, id, change)).body.failing_since).toBeNull();
  expect(await stored()).toMatchObject({ failing_since: null, warned_at: null });
});

it("an endpoint that hangs keeps no other waiting", async () => {
  const merchant = await service.merchant();
  const slow = await receiver(() => {});
  const fast = await receiver();
  await create(merchant, { url: slow.url, types: ["issuance.accepted"] });
  await create(merchant, { url: fast.url, types: ["issuance.accepted"] });
  for (let count = 0; count < 20; count++) await issue(merchant);
  expect(await fast.received(20)).toHaveLength(20);
  // The endpoint that hangs has only a few requests on their way.
  expect(slow.requests.length).toBeLessThanOrEqual(8);
});

it("an endpoint that hasn't taken an event gets no second one, until it takes the first", async () => {
  const merchant = await service.merchant();
  let status = 404;
  const target = await receiver((response) => void response.writeHead(status).end());
  const { id } = await create(merchant, { url: target.url, types: ["issuance.accepted"] });
  const ids = () => new Set(target.requests.map(({ headers }) => headers["webhook-id"]));
  for (let count = 0; count < 20; count++) await issue(merchant);
  const marker = await receiver();
  await create(merchant, { url: marker.url, types: ["issuance.accepted"] });
  for (let count = 0; count < 5; count++) {
    await issue(merchant);
    await marker.received(count + 1);
  }
  expect(target.requests).toHaveLength(1);
  /** The first delivery, once so many of its requests are recorded, which plans the next one. */
  const first = (attempts: number) =>
    eventually(async () => {
      const delivery = (await read(merchant.key, `${id}/deliveries?limit=100`)).data.at(-1);
      expect(delivery.attempts).toBe(attempts);
      return delivery;
    });
  await bringForward((await first(1)).id);
  await target.received(2);
  expect(ids().size).toBe(1);
  // It takes the third request, and then the events that waited.
  status = 204;
  await bringForward((await first(2)).id);
  await target.received(27);
  expect(ids().size).toBe(25);
  // At another URL, it has to take one again.
  status = 404;
  const patch = { key: merchant.key, body: { url: `${target.url}/other` } };
  expect((await service.call(`PATCH /api/webhooks/${id}`, patch)).status).toBe(200);
  for (let count = 0; count < 3; count++) await issue(merchant);
  await marker.received(8);
  await target.received(28);
  expect(target.requests).toHaveLength(28);
});

it("a period is sent again once a minute at most", async () => {
  const merchant = await service.merchant();
  const target = await receiver();
  const { id } = await create(merchant, { url: target.url, types: ["issuance.accepted"] });
  await issue(merchant);
  await target.received(1);
  const replay = () => step(merchant.key, id, always);
  expect((await replay()).status).toBe(202);
  expect((await replay()).body).toMatchObject({ status: 409, code: "too_many_events" });
  await service.world.context.db.commit((store) =>
    rows.update(store, id, { replayed_at: new Date(Date.now() - 61_000) }),
  );
  expect((await replay()).status).toBe(202);
});

it("endpoints of a merchant that hang keep nobody else's waiting, however many they are", async () => {
  const hostile = await service.merchant();
  const slow = await receiver(() => {});
  const { id } = await create(hostile, { url: slow.url, types: ["issuance.accepted"] });
  await service.world.context.db.commit(async (store) => {
    const { id: _, ...same } = (await rows.byId(store, id)) as rows.Webhook;
    for (let count = 0; count < 1_200; count++) await rows.insert(store, same);
  });
  const merchant = await service.merchant();
  const fast = await receiver();
  await create(merchant, { url: fast.url, types: ["issuance.accepted"] });
  await issue(hostile);
  await slow.received(64);
  for (const count of [1, 2]) {
    await issue(merchant);
    await fast.received(count);
  }
  // Each is given up after 15 seconds; if none had a share of its own, 1,024 would have got a request by then.
  expect(slow.requests.length).toBeLessThan(1_024);
});

it("a test goes to its webhook alone, a disabled one gets nothing, a deleted one neither", async () => {
  const merchant = await service.merchant();
  const [one, two] = [await receiver(), await receiver()];
  const first = await create(merchant, { url: one.url, types: ["issuance.failed"] });
  const second = await create(merchant, { url: two.url });
  expect(await step(merchant.key, first.id, { step: "test" })).toMatchObject({ status: 202, body: { queued: 1 } });
  const [request] = await one.received(1);
  expect(JSON.parse(request?.body ?? "")).toMatchObject({ type: "webhook.test", object_id: String(first.id) });
  const patch = { key: merchant.key, body: { status: "disabled" } };
  await service.call(`PATCH /api/webhooks/${second.id}`, patch);
  const before = two.requests.length;
  await issue(merchant);
  expect((await service.call(`DELETE /api/webhooks/${first.id}`, { key: merchant.key })).status).toBe(204);
  expect((await service.call(`GET /api/webhooks/${first.id}`, { key: merchant.key })).status).toBe(404);
  const marker = await receiver();
  const third = await create(merchant, { url: marker.url });
  await step(merchant.key, third.id, { step: "test" });
  await marker.received(1);
  expect(two.requests.filter(({ body }) => JSON.parse(body).type.startsWith("issuance")).length).toBe(0);
  expect(before).toBeLessThanOrEqual(two.requests.length);
});

it("replays a delivery, and a period, under the same ids", async () => {
  const merchant = await service.merchant();
  const target = await receiver();
  const { id } = await create(merchant, { url: target.url, types: ["issuance.accepted"] });
  for (let count = 0; count < 3; count++) await issue(merchant);
  await target.received(3);
  const newest = await delivery(merchant.key, id, { status: "delivered" });
  const send = (body: object, key = merchant.key) => step(key, id, { step: "replay", ...body });
  const one = { delivery_id: newest.id };
  const stranger = await service.merchant(null);
  expect((await send(one, stranger.key)).status).toBe(404);
  const other = await create(stranger, { url: target.url, types: ["campaign.created"] });
  const foreign = await step(stranger.key, other.id, { step: "replay", ...one });
  expect(foreign.body).toMatchObject({ status: 404, code: "not_found" });
  for (const [field, body] of [
    ["from", {}],
    ["to", { from: "2026-01-01T00:00:00Z" }],
    ["from", { ...one, from: "2026-01-01T00:00:00Z" }],
    ["to", { from: "2026-01-02T00:00:00Z", to: "2026-01-01T00:00:00Z" }],
  ] as const)
    expect((await send(body)).body).toMatchObject({ status: 422, errors: [{ field }] });
  expect(await send(one)).toMatchObject({ status: 202, body: { queued: 1 } });
  await target.received(4);
  await eventually(async () => {
    const { data } = await read(merchant.key, `${id}/deliveries?status=pending`);
    expect(data).toEqual([]);
  });
  expect(await send(always)).toMatchObject({ status: 202, body: { queued: 3 } });
  const requests = await target.received(7);
  expect(new Set(requests.map(({ headers }) => headers["webhook-id"])).size).toBe(3);
});

it("refuses a period with too many events", async () => {
  const merchant = await service.merchant();
  const { emit } = await import("@merit/core/store/event-log/store.ts");
  const event = { type: "issuance.held", merchantId: merchant.id, userId: null, objectId: 1, data: {} } as const;
  await service.world.context.db.commit((store) => emit(store, Array(1_001).fill(event), new Date()));
  // Made after them: nothing is delivered, and no name resolved.
  const { id } = await create(merchant, { url: "https://shop.example/", types: ["issuance.held"] });
  const reply = await step(merchant.key, id, always);
  expect(reply).toMatchObject({ status: 409, body: { code: "too_many_events" } });
});

it("a new secret signs, and the old one as well for a while", async () => {
  const merchant = await service.merchant();
  const target = await receiver();
  const { id, secret } = await create(merchant, { url: target.url, types: ["issuance.accepted"] });
  const rotated = await step(merchant.key, id, { step: "rotate", overlap_hours: 1 });
  expect(rotated.body.secret).not.toBe(secret);
  await issue(merchant);
  const [both] = await target.received(1);
  for (const each of [secret, rotated.body.secret]) {
    expect(() => new Webhook(each).verify(both?.body ?? "", both?.headers as Record<string, string>)).not.toThrow();
  }
  const last = await step(merchant.key, id, { step: "rotate", overlap_hours: 0 });
  await issue(merchant);
  const [, alone] = await target.received(2);
  const verify = (each: string) =>
    new Webhook(each).verify(alone?.body ?? "", alone?.headers as Record<string, string>);
  expect(() => verify(last.body.secret)).not.toThrow();
  expect(() => verify(rotated.body.secret)).toThrow();
});

it("a secret that is replaced twice signs to its end: whoever lost the answer to the first call has no other", async () => {
  const merchant = await service.merchant();
  const target = await receiver();
  const { id, secret } = await create(merchant, { url: target.url, types: ["issuance.accepted"] });
  const rotate = async (overlap_hours: number) =>
    (await step(merchant.key, id, { step: "rotate", overlap_hours })).body.secret;
  const stored = () => service.world.context.db.read((store) => rows.byId(store, id));
  const [lost, first] = [await rotate(2), await stored()];
  const [used, second] = [await rotate(24), await stored()];
  expect(second).toMatchObject({ previous_salt: first?.previous_salt, previous_until: first?.previous_until });
  await issue(merchant);
  const [request] = await target.received(1);
  const signs = (each: string) => {
    const { body = "", headers = {} } = request ?? {};
    return headers["webhook-signature"]?.includes(
      new Webhook(each).sign(
        String(headers["webhook-id"]),
        new Date(1000 * Number(headers["webhook-timestamp"])),
        body,
      ),
    );
  };
  expect([secret, lost, used].map(signs)).toEqual([true, false, true]);
  // A shorter time than is left ends it earlier.
  await rotate(1);
  const third = await stored();
  expect(third?.previous_salt).toBe(first?.previous_salt);
  expect(third?.previous_until?.getTime()).toBeLessThan(Number(first?.previous_until));
});

it.each([
  ["url", { url: "http://shop.example/" }, "must start with https://"],
  ["url", { url: "https://10.0.0.1/" }, "is no public address"],
  [
    "types.0",
    { url: "https://shop.example/", types: ["issuance.confirmd"] },
    "has issuance.confirmd, which is not a type of event: did you mean issuance.confirmed?",
  ],
  ["types", { url: "https://shop.example/", types: [] }, "at least one type"],
])("refuses a wrong %s: %j", async (field, body, message) => {
  const { key } = await service.merchant(null);
  const reply = await service.call("POST /api/webhooks", { key, body });
  expect(reply).toMatchObject({
    status: 422,
    body: { errors: [{ field, message: expect.stringContaining(message) }] },
  });
});

it("lists a merchant's webhooks, newest first, and tells others nothing", async () => {
  const { key } = await service.merchant(null);
  const first = await create({ key }, { url: "https://shop.example/1" });
  const second = await create({ key }, { url: "https://shop.example/2", description: "Till" });
  const { status, body } = await service.call("GET /api/webhooks", { key });
  expect(status).toBe(200);
  expect(body.data.map(({ id }: { id: number }) => id)).toEqual([second.id, first.id]);
  expect(body.data[0]).toMatchObject({ url: "https://shop.example/2", description: "Till", status: "enabled" });
  expect(JSON.stringify(body)).not.toContain("whsec_");
  const other = await service.merchant(null);
  expect((await service.call("GET /api/webhooks", { key: other.key })).body.data).toEqual([]);
});

it("a merchant has at most 50", async () => {
  const { key } = await service.merchant(null);
  for (let count = 0; count < 50; count++) await create({ key }, { url: "https://shop.example/" });
  const reply = await service.call("POST /api/webhooks", { key, body: { url: "https://shop.example/" } });
  expect(reply).toMatchObject({ status: 409, body: { code: "too_many_webhooks" } });
});
