import { redrive } from "@merit/core/payouts/rewards/service.ts";
import { confirm, fail, hold } from "@merit/core/payouts/rewards/settle.ts";
import * as events from "@merit/core/store/event-log/store.ts";
import { newWallet } from "@merit/core/testing/chain.ts";
import { createCampaign } from "@merit/core/testing/world.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { provenWallet } from "../../testing/drops.ts";
import { createPerson } from "../../testing/parties.ts";
import { startService, type TestService } from "../../testing/service.ts";
import { eventView } from "./schema.ts";

let service: TestService;
let merchant: Awaited<ReturnType<TestService["merchant"]>>;
beforeAll(async () => {
  service = await startService();
  merchant = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

const now = new Date();
const commit: TestService["world"]["context"]["db"]["commit"] = (unit) => service.world.context.db.commit(unit);
const list = async (query = "") => (await service.call(`GET /api/events${query}`, { key: merchant.key })).body;

async function issue(wallet_address = newWallet()): Promise<number> {
  const body = {
    idempotency_key: crypto.randomUUID(),
    campaign_id: merchant.campaignId,
    wallet_address,
    amount: "1.5",
  };
  return (await service.call("POST /api/rewards/issue", { key: merchant.key, body })).body.id;
}

const pay = (id: number) =>
  commit((store) =>
    confirm(store, [{ id, txHash: "c".repeat(64) }], { settings: service.world.context.settings, now }),
  );
const refuse = (id: number) => commit((store) => fail(store, id, { reason: "no trustline", now }));

it("a reward's way is told by its events, each with the reward as it was then", async () => {
  const id = await issue();
  await commit((store) => hold(store, id, { reason: "waits for a trustline", now }));
  await commit((store) => hold(store, id, { reason: "waits for a trustline", now }));
  await refuse(id);
  await commit((store) => redrive(store, merchant.id, id, { now }));
  await pay(id);
  const { data } = await list(`?object=issuance&object_id=${id}`);
  for (const event of data) eventView.parse(event);
  expect(
    data.map(({ type, data }: { type: string; data: { status: string; error_message: unknown } }) => [
      type,
      data.status,
      data.error_message,
    ]),
  ).toEqual([
    ["issuance.confirmed", "confirmed", null],
    ["issuance.redriven", "pending", null],
    ["issuance.failed", "failed", "no trustline"],
    ["issuance.held", "pending", "waits for a trustline"],
    ["issuance.accepted", "pending", null],
  ]);
  expect(data[0]).toMatchObject({ object: "issuance", object_id: String(id), data: { id, amount: "1.5" } });
});

it("a reward was accepted as it was then: with what it waited for", async () => {
  const { key, id: merchantId } = await service.merchant(null);
  const starts_at = new Date(Date.now() + 86_400_000);
  const campaign = await createCampaign(service.world.context, merchantId, { starts_at });
  const body = { idempotency_key: "early", campaign_id: campaign.id, wallet_address: newWallet(), amount: "1" };
  const { id } = (await service.call("POST /api/rewards/issue", { key, body })).body;
  const shown = (await service.call(`GET /api/rewards/issuances/${id}`, { key })).body;
  expect(shown.error_message).toEqual(expect.any(String));
  await refuse(id);
  const { data } = (await service.call("GET /api/events?type=issuance.accepted", { key })).body;
  expect(data.map(({ data }: { data: unknown }) => data)).toEqual([shown]);
});

it("a voucher that another user redeems after a failure shows neither of them the other", async () => {
  const people = [await createPerson(service), await createPerson(service)];
  const body = { count: 1, amount: "1" };
  const made = await service.call(`POST /api/campaigns/${merchant.campaignId}/vouchers`, { key: merchant.key, body });
  const { id, code } = made.body.vouchers[0];
  const redeemed: { user_id: number; wallet_address: string }[] = [];
  for (const person of people) {
    const wallet_address = (await provenWallet(service, person.id)).publicKey();
    const reply = await service.call("POST /api/vouchers/redeem", { body: { code, wallet_address } });
    expect(reply.status).toBe(202);
    redeemed.push({ user_id: person.id, wallet_address });
    await refuse((await service.call(`GET /api/vouchers/${id}`, { key: merchant.key })).body.issuance_id);
  }
  type Shown = { type: string; data: { user_id: number; wallet_address: string } };
  const told = ({ data }: { data: Shown[] }) =>
    data.map(({ type, data: { user_id, wallet_address } }) => [type.split(".")[1], { user_id, wallet_address }]);
  const [first, second] = redeemed;
  const own = (token: string) => service.call("GET /api/events?object=issuance", { token });
  expect(told((await own((await people[0]?.token()) ?? "")).body)).toEqual([
    ["failed", first],
    ["accepted", first],
  ]);
  expect(told((await own((await people[1]?.token()) ?? "")).body)).toEqual([
    ["failed", second],
    ["redriven", second],
    ["accepted", second],
  ]);
  const { issuance_id } = (await service.call(`GET /api/vouchers/${id}`, { key: merchant.key })).body;
  expect(told(await list(`?object=issuance&object_id=${issuance_id}`))).toEqual([
    ["failed", second],
    ["redriven", second],
    ["failed", first],
    ["accepted", first],
  ]);
});

it("an issued reward that is sent again, and a change that is undone, are no events", async () => {
  const id = await issue();
  await pay(id);
  await pay(id);
  const other = await issue();
  const undone = commit(async (store) => {
    await fail(store, other, { reason: "no trustline", now });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect((await list(`?object=issuance&object_id=${other}`)).data).toHaveLength(1);
  const { data } = await list(`?object=issuance&object_id=${id}`);
  expect(data).toHaveLength(2);
});

it("lists newest first, page by page, by type, object and time", async () => {
  const ids = [await issue(), await issue(), await issue()];
  await pay(ids[0] as number);
  const first = await list("?limit=3");
  expect(first).toMatchObject({ has_more: true });
  const second = await list(`?limit=3&cursor=${first.next_cursor}`);
  const all = [...first.data, ...second.data].map(({ id }: { id: string }) => Number(id.slice(4)));
  expect(all).toEqual(all.toSorted((a, b) => b - a));
  expect(new Set(all).size).toBe(6);
  const types = async (query: string) => new Set((await list(query)).data.map(({ type }: { type: string }) => type));
  expect(await types("?type=issuance.confirmed")).toEqual(new Set(["issuance.confirmed"]));
  expect(await types("?type=issuance.confirmed,issuance.accepted&limit=100")).toEqual(
    new Set(["issuance.confirmed", "issuance.accepted"]),
  );
  expect((await list("?to=2020-01-01T00:00:00Z")).data).toEqual([]);
  expect((await list("?from=2020-01-01T00:00:00Z&limit=1")).data).toHaveLength(1);
});

it("users see the events of their own rewards", async () => {
  const person = await createPerson(service);
  const wallet = (await provenWallet(service, person.id)).publicKey();
  const id = await issue(wallet);
  await issue();
  const { body } = await service.call("GET /api/events?object=issuance", { token: await person.token() });
  expect(body.data.map(({ object_id }: { object_id: string }) => object_id)).toEqual([String(id)]);
  const one = await service.call(`GET /api/events/${body.data[0].id}`, { token: await person.token() });
  expect(one.body).toEqual(body.data[0]);
  // The key is the merchant's.
  expect(one.body.data).toMatchObject({ id, idempotency_key: null });
  expect((await list(`?object=issuance&object_id=${id}`)).data[0].data.idempotency_key).toEqual(expect.any(String));
});

it.each([
  ["type=issuance.paid", "type"],
  ["type=issuance.held,x", "type"],
  ["object=order", "object"],
  ["object_id=1", "object"],
  ["cursor=5", "cursor"],
  ["from=yesterday", "from"],
])("refuses ?%s", async (query, field) => {
  expect(await list(`?${query}`)).toMatchObject({ status: 422, errors: [{ field: expect.stringContaining(field) }] });
});

it.each(["evt_5", "5", "evt_x"])("has no event %s", async (id) => {
  expect((await service.call(`GET /api/events/${id}`, { key: merchant.key })).status).toBe(404);
});

it("ids go on with the time, whatever the database held before", async () => {
  await issue();
  const last = await service.world.context.db.read(events.lastId);
  const later = new Date(Date.now() + 60_000);
  const event = { type: "issuance.held", merchantId: merchant.id, userId: null, objectId: 1, data: {} } as const;
  await commit((store) => events.emit(store, [event], later));
  const [behind] = await service.world.context.db.read((store) => events.after(store, last, 10));
  expect(behind?.id).toBe(later.getTime() * 1024);
  // A clock that was set back takes no id that was given.
  await commit((store) => events.emit(store, [event, event], new Date(0)));
  const ids = (await service.world.context.db.read((store) => events.after(store, last, 10))).map(({ id }) => id);
  expect(ids).toEqual([0, 1, 2].map((step) => later.getTime() * 1024 + step));
  // Old ones are deleted, newer ones stay.
  const pruned = await commit((store) => events.prune(store, new Date(later.getTime() - 1)));
  expect(pruned).toBeGreaterThan(0);
  expect((await service.world.context.db.read((store) => events.after(store, 0, 10))).map(({ id }) => id)).toEqual(ids);
});
