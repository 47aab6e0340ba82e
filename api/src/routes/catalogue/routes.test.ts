import { record } from "@merit/core/programmes/redemptions/on-chain.ts";
import { jobs } from "@merit/core/store/db/schema/jobs.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../../testing/service.ts";

type Merchant = Awaited<ReturnType<TestService["merchant"]>>;

let service: TestService;
let merchant: Merchant;
let other: Merchant;
beforeAll(async () => {
  service = await startService();
  merchant = await service.merchant(null);
  other = await service.merchant(null);
});
afterAll(() => service[Symbol.asyncDispose]());

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const create = (body: object, { key = merchant.key, headers = {} } = {}) =>
  service.call("POST /api/catalogue", { key, body, headers });
const newItem = async (body: object = {}) => (await create({ name: "Coffee", price: 10, ...body })).body;
const patch = (id: number, body: object, key = merchant.key) =>
  service.call(`PATCH /api/catalogue/${id}`, { key, body });
const errors = (body: { errors?: { field: string }[] }) => body.errors?.map(({ field }) => field);

/** Records an item, and its stock, that the operator set in the contract, as the indexer does. */
async function setOnLedger(item: string, owner: number, change: object = {}): Promise<void> {
  const terms = { price: "50000000", price_version: 1, active: true, fulfil_within: "3600", cancel_within: "60" };
  const rest = { ledger_closed_at: new Date(), tx_hash: "a".repeat(64) };
  await service.world.context.db.commit(async (store) => {
    const data = { merchant: String(owner), item, ...terms, wallet_limit: 2, ...change };
    await record(store, { type: "item_set", data, ...rest }, service.world.context);
    await record(store, { type: "stock_set", data: { item, stock: 5 }, ...rest }, service.world.context);
  });
}

describe("POST /catalogue", () => {
  it("makes an item, with what wasn't said left open", async () => {
    const { status, body } = await create({ name: "Coffee", price: 10 });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ merchant_id: merchant.id, name: "Coffee", description: null, price: 10, price_version: 1, stock: null },
      ...{ platform_points: false, available: true, token: null, status: "active", starts_at: null, ends_at: null },
    });
  });

  it("names each wrong field", async () => {
    const wrong = { name: "", price: 0, stock: -1, contract_item_id: "07", platform_points: "yes", colour: "red" };
    const { status, body } = await create(wrong);
    expect(status).toBe(422);
    expect(errors(body)?.toSorted()).toEqual(Object.keys(wrong).toSorted());
    expect(errors((await create({ name: "A", price: 1.5 })).body)).toEqual(["price"]);
    expect(errors((await create({ name: "A" })).body)).toEqual(["price"]);
    const window = { starts_at: inHours(2), ends_at: inHours(1) };
    expect(errors((await create({ name: "A", price: 1, ...window })).body)).toEqual(["ends_at"]);
    for (const contract_item_id of ["18446744073709551616", "AAA"]) {
      expect(errors((await create({ name: "A", price: 1, contract_item_id })).body)).toEqual(["contract_item_id"]);
    }
  });

  it("makes one item per idempotency key, also of repeats at once", async () => {
    const headers = { "idempotency-key": crypto.randomUUID() };
    const replies = await Promise.all([1, 2, 3].map(() => create({ name: "Once", price: 1 }, { headers })));
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
  });
});

describe("items for tokens", () => {
  it("show what the contract says of an item of this merchant", async () => {
    await setOnLedger("7", merchant.id);
    await setOnLedger("7", merchant.id, { price: "60000000", price_version: 2 });
    const { status, body } = await create({ name: "Mug", contract_item_id: "7" });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ price: null, available: false },
      token: {
        ...{ contract_item_id: "7", price: "6", price_version: 2, active: true, stock: 5, change: null },
        ...{ fulfil_within: 3600, cancel_within: 60, wallet_limit: 2 },
      },
    });
    // It can be redeemed, if not for points.
    const { body: list } = await service.call(`GET /api/catalogue?merchant_id=${merchant.id}&limit=1`);
    expect(list.data[0].id).toBe(body.id);
    expect((await create({ name: "Mug again", contract_item_id: "7" })).body.code).toBe("contract_item_taken");
    const second = await newItem();
    expect((await patch(second.id, { contract_item_id: "7" })).body.code).toBe("contract_item_taken");
    expect(errors((await patch(body.id, { contract_item_id: null })).body)).toEqual(["price"]);
    expect((await patch(body.id, { contract_item_id: null, price: 5 })).body).toMatchObject({ token: null, price: 5 });
  });

  it("can't name another merchant's, or one that isn't there", async () => {
    await setOnLedger("8", other.id);
    for (const contract_item_id of ["8", "9"]) {
      const refused = await create({ name: "Mug", price: 1, contract_item_id });
      expect(refused.body).toMatchObject({ status: 409, code: "contract_item_unknown" });
      const changed = await patch((await newItem()).id, { contract_item_id });
      expect(changed.body).toMatchObject({ status: 409, code: "contract_item_unknown" });
    }
  });
});

describe("items that the service sets in the contract", () => {
  const token = { price: "2.5", fulfil_within: 600, cancel_within: 60, wallet_limit: 3, stock: 9 };
  const jobsOf = (id: number) =>
    service.world.context.db.read(async (store) =>
      (await store.select().from(jobs)).filter(({ group }) => group.endsWith(`/contract-item:${id}`)),
    );

  it("get a number of their own and one job, and show what is on its way", async () => {
    const { status, body } = await create({ name: "Cup", token });
    expect(status).toBe(201);
    expect(body).toMatchObject({ price: null, available: false });
    const change = { ...token, active: true, status: "pending", error_message: null };
    expect(body.token).toMatchObject({ price: null, stock: null, change });
    expect((await jobsOf(body.id)).map(({ payload }) => payload)).toEqual([
      { kind: "contract-item", item_id: body.id, step: "terms" },
    ]);
    const again = await patch(body.id, { token: { price: "3" } });
    expect(again.body).toMatchObject({ status: 409, code: "contract_item_busy" });
    expect((await patch(body.id, { contract_item_id: null, price: 1 })).body.code).toBe("contract_item_busy");
    expect((await service.call(`GET /api/catalogue/${body.id}`)).body.token).toMatchObject({
      price: null,
      change: null,
    });
  });

  it("keep the terms that a change leaves out, and need no transaction for those that the ledger has", async () => {
    await setOnLedger("11", merchant.id);
    const early = await create({ name: "Cup", contract_item_id: "11", token: { stock: 9, expected_stock: 4 } });
    expect(early.body).toMatchObject({ status: 409, code: "stock_changed" });
    const { id } = (await create({ name: "Cup", contract_item_id: "11" })).body;
    const same = await patch(id, { token: { price: "5", wallet_limit: 2, stock: 5 } });
    expect(same.body.token.change).toBeNull();
    expect(await jobsOf(id)).toEqual([]);
    const refused = await patch(id, { token: { stock: 9, expected_stock: 4 } });
    expect(refused.body).toMatchObject({ status: 409, code: "stock_changed" });
    const { body } = await patch(id, { token: { active: false, wallet_limit: null } });
    const change = {
      price: "5",
      active: false,
      fulfil_within: 3600,
      cancel_within: 60,
      wallet_limit: null,
      stock: null,
    };
    expect(body.token).toMatchObject({ price: "5", active: true, wallet_limit: 2, change });
  });

  it("have a price and times that go together", async () => {
    expect(errors((await create({ name: "Cup", token: { stock: 1 } })).body)?.toSorted()).toEqual([
      "token.fulfil_within",
      "token.price",
    ]);
    expect(errors((await create({ name: "Cup", token: { ...token, cancel_within: 601 } })).body)).toEqual([
      "token.cancel_within",
    ]);
    expect(errors((await create({ name: "Cup", token: { ...token, fulfil_within: 7_776_001 } })).body)).toEqual([
      "token.fulfil_within",
    ]);
  });
});

describe("PATCH /catalogue/:id", () => {
  it("counts versions of the price, and only those", async () => {
    const { id } = await newItem();
    expect((await patch(id, { name: "Espresso", price: 10 })).body).toMatchObject({ price_version: 1 });
    expect((await patch(id, { price: 12 })).body).toMatchObject({ name: "Espresso", price: 12, price_version: 2 });
  });

  it("sets a stock only over the one that was seen, where that is said", async () => {
    const { id } = await newItem({ stock: 5 });
    expect((await patch(id, { stock: 9, expected_stock: 4 })).body).toMatchObject({
      status: 409,
      code: "stock_changed",
    });
    expect((await patch(id, { stock: 9, expected_stock: 5 })).body.stock).toBe(9);
    expect((await patch(id, { stock: null, expected_stock: 9 })).body.stock).toBeNull();
    expect((await patch(id, { stock: 1, expected_stock: null })).body.stock).toBe(1);
    const races = await Promise.all([2, 3].map((stock) => patch(id, { stock, expected_stock: 1 })));
    expect(races.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it("refuses what doesn't go together, or nothing", async () => {
    const { id } = await newItem({ starts_at: inHours(1) });
    expect(errors((await patch(id, { ends_at: inHours(0.5) })).body)).toEqual(["ends_at"]);
    expect(errors((await patch(id, { price: null })).body)).toEqual(["price"]);
    expect((await patch(id, {})).status).toBe(422);
    expect((await patch(id, { expected_stock: 1 })).status).toBe(422);
  });
});

it("archived items are their merchant's only, until they come back", async () => {
  const { id } = await newItem();
  const archived = { key: merchant.key, body: { status: "archived" } };
  const first = await service.call(`PATCH /api/catalogue/${id}`, archived);
  expect(first.body).toMatchObject({ status: "archived", available: false });
  expect((await service.call(`GET /api/catalogue/${id}`)).status).toBe(404);
  const own = (status: string) =>
    service.call(`GET /api/catalogue?merchant_id=me&status=${status}&limit=1`, { key: merchant.key });
  expect((await own("archived")).body.data[0].id).toBe(id);
  expect((await own("active")).body.data[0].id).not.toBe(id);
  expect((await service.call(`GET /api/catalogue/${id}`, { key: merchant.key })).body).toEqual(first.body);
  const { accessToken: token } = await service.user();
  for (const others of [{ key: other.key }, { token }, { key: "mk_test_none" }])
    expect((await service.call(`GET /api/catalogue/${id}`, others)).status).toBe(404);
  expect((await patch(id, { status: "active" })).body.available).toBe(true);
  expect((await service.call(`GET /api/catalogue/${id}`)).body.id).toBe(id);
});

it("GET /catalogue shows a merchant's hidden items and changes to its own key, under its id and as me, and to nobody else", async () => {
  const shop = await service.merchant(null);
  const add = async (body: object) => (await create({ name: "A", ...body }, { key: shop.key })).body;
  const open = await add({ price: 1 });
  const hidden = await add({ token: { price: "2.5", fulfil_within: 600, cancel_within: 60 } });
  const list = (query: string, credentials: object) =>
    service.call(`GET /api/catalogue?merchant_id=${query}`, credentials);
  for (const merchant_id of [shop.id, "me"]) {
    const { body } = await list(`${merchant_id}`, { key: shop.key });
    expect(body.data).toEqual([hidden, open]);
    expect(body.data[0].token.change).toMatchObject({ status: "pending" });
    expect((await list(`${merchant_id}&status=archived`, { key: shop.key })).body.data).toEqual([]);
  }
  const { accessToken: token } = await service.user();
  for (const others of [{}, { token }, { key: other.key }, { key: "mk_test_none" }]) {
    expect((await list(`${shop.id}`, others)).body.data).toEqual([open]);
    expect((await list(`${shop.id}&status=active`, others)).body).toMatchObject({
      ...{ status: 422, errors: [{ field: "status", message: "needs merchant_id=me" }] },
    });
  }
  for (const others of [{}, { token }])
    expect((await list("me", others)).body).toMatchObject({ status: 401, code: "missing_api_key" });
  expect((await list("me", { key: "mk_test_none" })).body).toMatchObject({ status: 401, code: "invalid_api_key" });
  const scopes = { key: shop.key, body: { name: "Till", scopes: ["issue"] } };
  const { api_key: key } = (await service.call("POST /api/merchants/me/keys", scopes)).body;
  expect((await list("me", { key })).body).toMatchObject({ status: 403, code: "insufficient_scope" });
});

it("GET /catalogue lists what can be redeemed now, of one merchant or all, in pages", async () => {
  const shop = await service.merchant(null);
  const add = async (body: object) => (await create({ name: "A", price: 1, ...body }, { key: shop.key })).body.id;
  const now = await add({ starts_at: inHours(-1), ends_at: inHours(1), stock: 1 });
  const always = await add({});
  await add({ starts_at: inHours(1) });
  await add({ ends_at: inHours(-1) });
  const soldOut = await add({ stock: 0 });
  const list = async (query: string) => (await service.call(`GET /api/catalogue?merchant_id=${shop.id}${query}`)).body;
  const ids = (page: { data: { id: number }[] }) => page.data.map(({ id }) => id);
  expect(ids(await list(""))).toEqual([always, now]);
  const page = await list("&limit=1");
  expect(ids(await list(`&limit=1&cursor=${page.next_cursor}`))).toEqual([now]);
  const { body: all } = await service.call("GET /api/catalogue?limit=2");
  expect(ids(all)).toEqual([always, now]);
  expect((await service.call(`GET /api/catalogue/${soldOut}`)).body).toMatchObject({ available: false, stock: 0 });
  expect((await service.call("GET /api/catalogue/999999")).status).toBe(404);
});
