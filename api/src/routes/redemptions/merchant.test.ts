import * as rows from "@merit/core/programmes/redemptions/store.ts";
import { jobs } from "@merit/core/store/db/schema/jobs.ts";
import { redemptions } from "@merit/core/store/db/schema/redemptions.ts";
import { newWallet } from "@merit/core/testing/chain.ts";
import { createItem, givePoints, pointsOf } from "@merit/core/testing/redemptions.ts";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService, type TestUser } from "../../testing/service.ts";

let service: TestService;
let merchant: Awaited<ReturnType<TestService["merchant"]>>;
let user: TestUser;
beforeAll(async () => {
  service = await startService();
  merchant = await service.merchant(null);
  user = await service.user();
  await givePoints(service.world.context, user.id, merchant.id, 1000);
});
afterAll(() => service[Symbol.asyncDispose]());

const balance = () => pointsOf(service.world.context, user.id, merchant.id);
const item = (stock: number | null = null) => createItem(service.world.context, merchant.id, { stock });
const stock = async (id: number) => (await service.call(`GET /api/catalogue/${id}`)).body.stock;
async function redeem(item_id: number, quantity = 1): Promise<number> {
  const body = { item_id, quantity };
  return (await service.call("POST /api/redemptions", { token: user.accessToken, body })).body.id;
}
const call = (id: number, credentials: object, body: object) =>
  service.call(`POST /api/redemptions/${id}/steps`, { ...credentials, body });
const step = (id: number, name: string, details: object = {}) =>
  call(id, { key: merchant.key }, { step: name, ...details });
const cancel = (id: number) => call(id, { token: user.accessToken }, { step: "cancel" });

it("a merchant reads a period of its redemptions, page by page", async () => {
  const { id: item_id } = await item();
  const all: number[] = [];
  for (const day of [1, 2, 3]) {
    const id = await redeem(item_id);
    const change = { created_at: new Date(Date.UTC(2026, 0, day)) };
    await service.world.context.db.commit(
      async (store) => void (await store.update(redemptions).set(change).where(eq(redemptions.id, id))),
    );
    all.unshift(id);
  }
  const { key } = merchant;
  const list = async (query: string) => (await service.call(`GET /api/redemptions?${query}`, { key })).body;
  const idsOf = (page: { data: { id: number }[] }) => page.data.map(({ id }) => id);
  const period = "from=2026-01-01T00:00:00Z&to=2026-01-03T00:00:00Z&status=pending";
  const first = await list(`${period}&limit=1`);
  expect(idsOf(first)).toEqual(all.slice(1, 2));
  expect(idsOf(await list(`${period}&limit=1&cursor=${first.next_cursor}`))).toEqual(all.slice(2));
});

it("a merchant sees only redemptions from its own catalogue", async () => {
  const { id: item_id } = await item();
  const [first, second] = [await redeem(item_id), await redeem(item_id)];
  await step(first, "fulfil");
  const list = async (query: string, key = merchant.key) =>
    (await service.call(`GET /api/redemptions?item_id=${item_id}${query}`, { key })).body;
  const ids = (page: { data: { id: number }[] }) => page.data.map(({ id }) => id);
  expect(ids(await list(""))).toEqual([second, first]);
  expect(ids(await list("&status=fulfilled"))).toEqual([first]);
  const page = await list("&limit=1");
  expect(ids(await list(`&limit=1&cursor=${page.next_cursor}`))).toEqual([first]);
  const stranger = await service.merchant(null);
  expect(ids(await list("", stranger.key))).toEqual([]);
  const show = await service.call(`GET /api/redemptions/${first}`, { key: merchant.key });
  expect(show.body).toMatchObject({ id: first, user_id: user.id, status: "fulfilled" });
});

describe("a step", () => {
  it("is its user's or its merchant's, and nobody else's", async () => {
    const id = await redeem((await item()).id);
    const [stranger, other] = [await service.merchant(null), await service.user()];
    for (const name of ["fulfil", "refund"]) {
      expect((await call(id, { key: stranger.key }, { step: name })).body).toMatchObject({ status: 404 });
      for (const { accessToken: token } of [user, other])
        expect((await call(id, { token }, { step: name })).body).toMatchObject({
          status: 401,
          code: "missing_api_key",
        });
    }
    expect((await call(id, { token: other.accessToken }, { step: "cancel" })).body).toMatchObject({ status: 404 });
    for (const { key } of [merchant, stranger])
      expect((await call(id, { key }, { step: "cancel" })).body).toMatchObject({ status: 401, code: "missing_token" });
    for (const name of ["cancel", "fulfil", "refund"])
      expect((await call(id, {}, { step: name })).body).toMatchObject({ status: 401, code: "missing_credentials" });
    const { body } = await service.call(`GET /api/redemptions/${id}`, { key: merchant.key });
    expect(body.status).toBe("pending");
  });

  it("names what is wrong", async () => {
    const id = await redeem((await item()).id);
    const wrong = async (body: object) => (await call(id, { key: merchant.key }, body)).body.errors;
    expect(await wrong({})).toEqual([{ field: "step", message: "is required" }]);
    const message = "has fulfill, which is not a step: did you mean fulfil?";
    expect(await wrong({ step: "fulfill" })).toEqual([{ field: "step", message }]);
    expect(await wrong({ step: "fulfil", reason: "x" })).toMatchObject([{ field: "reason" }]);
    expect(await wrong({ step: "refund", because: "x" })).toMatchObject([{ field: "because" }]);
  });
});

describe("fulfil", () => {
  it("ends a pending redemption once, and takes nothing back", async () => {
    const { id: item_id } = await item(3);
    const id = await redeem(item_id);
    const before = await balance();
    const replies = await Promise.all([step(id, "fulfil"), step(id, "fulfil")]);
    expect(replies.map(({ body }) => body.status)).toEqual(["fulfilled", "fulfilled"]);
    expect([await balance(), await stock(item_id)]).toEqual([before, 2]);
  });

  it("is refused after the user has cancelled, and the other way round", async () => {
    const { id: item_id } = await item(1);
    for (let round = 0; round < 5; round += 1) {
      const before = await balance();
      const id = await redeem(item_id);
      const both = [() => cancel(id), () => step(id, "fulfil")];
      const replies = await Promise.all((round % 2 ? both : both.toReversed()).map((take) => take()));
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const done = (await service.call(`GET /api/redemptions/${id}`, { token: user.accessToken })).body.status;
      expect([await balance(), await stock(item_id)]).toEqual(done === "cancelled" ? [before, 1] : [before - 10, 0]);
      const refund = await step(id, "refund");
      if (done === "fulfilled") expect(refund.status).toBe(200);
      else expect(refund.body).toMatchObject({ status: 409, code: "redemption_step_not_allowed" });
    }
  });
});

describe("refund", () => {
  it("gives points and stock back once, with the reason", async () => {
    const { id: item_id } = await item(3);
    const before = await balance();
    const id = await redeem(item_id, 2);
    const replies = await Promise.all([1, 2, 3].map(() => step(id, "refund", { reason: "It broke." })));
    for (const { body } of replies) expect(body).toMatchObject({ status: "refunded", reason: "It broke." });
    expect([await balance(), await stock(item_id)]).toEqual([before, 3]);
    expect((await step(id, "fulfil")).body).toMatchObject({ status: 409, code: "redemption_step_not_allowed" });
  });

  it("also works after fulfilment, and leaves the stock unchanged if the units are lost", async () => {
    const { id: item_id } = await item(3);
    const before = await balance();
    const id = await redeem(item_id);
    await step(id, "fulfil");
    expect((await step(id, "refund", { restock: false })).body).toMatchObject({ status: "refunded", reason: null });
    expect([await balance(), await stock(item_id)]).toEqual([before, 2]);
  });

  it("returns no units to an item that had no limit when it was redeemed", async () => {
    const { id: item_id } = await item();
    const id = await redeem(item_id, 2);
    await service.call(`PATCH /api/catalogue/${item_id}`, { key: merchant.key, body: { stock: 5 } });
    await step(id, "refund");
    expect(await stock(item_id)).toBe(5);
  });
});

describe("redemptions for tokens", () => {
  let wallet: string;
  const reference = "07".repeat(32);
  /** Records an on-chain redemption of the user's wallet, as the indexer does. */
  async function locked({ cancelIn = 0, deadlineIn = 0 } = {}): Promise<number> {
    const { db } = service.world.context;
    wallet = newWallet();
    const now = new Date();
    const [cancel_until, deadline] = [cancelIn, deadlineIn].map((ms) => new Date(now.getTime() + ms)) as [Date, Date];
    await db.commit((store) =>
      rows.insertLocked(store, {
        ...{ user_id: user.id, merchant_id: merchant.id, quantity: 1, price_version: 1, amount: 50_000_000n },
        ...{ wallet_address: wallet, contract_item_id: "7", reference, cancel_until, deadline },
        ...{ tx_hash: "a".repeat(64), created_at: now, updated_at: now },
      }),
    );
    const { body } = await service.call("GET /api/redemptions?kind=on_chain&limit=1", {
      key: merchant.key,
    });
    return body.data[0].id;
  }
  const jobsOf = (id: number) =>
    service.world.context.db.read(async (store) =>
      (await store.select().from(jobs)).filter(({ key }) => key === `redemption:${id}`),
    );

  it("wait for the ledger with one job, however often the step is requested", async () => {
    const id = await locked();
    const replies = await Promise.all([1, 2, 3].map(() => step(id, "fulfil")));
    for (const reply of replies) {
      expect(reply).toMatchObject({ status: 202, body: { status: "locked", next_status: "fulfilled" } });
    }
    expect(await jobsOf(id)).toMatchObject([{ payload: { kind: "redemption", redemption_id: id, step: "fulfil" } }]);
    expect((await step(id, "refund")).body).toMatchObject({ status: 409, code: "redemption_busy" });
  });

  it("are refunded by the ledger, unless the merchant has changed its mind too late", async () => {
    const id = await locked();
    expect(await step(id, "refund")).toMatchObject({ status: 202, body: { next_status: "cancelled" } });
    expect((await step(id, "fulfil")).body).toMatchObject({ status: 409, code: "redemption_busy" });
  });

  it("are not taken to the ledger again once they have ended there", async () => {
    const id = await locked();
    const end = { end_tx_hash: "b".repeat(64), updated_at: new Date() };
    await service.world.context.db.commit((store) =>
      rows.takeOnLedger(store, { wallet, reference }, "redemption_cancelled", end),
    );
    expect((await step(id, "refund")).status).toBe(200);
    expect((await step(id, "fulfil")).body).toMatchObject({ status: 409, code: "redemption_step_not_allowed" });
    expect(await jobsOf(id)).toEqual([]);
  });

  it("say until when user and merchant can do what", async () => {
    const HOUR = 3_600_000;
    const actions = async (id: number) => {
      const { body: own } = await service.call(`GET /api/redemptions/${id}`, { token: user.accessToken });
      const { body: sold } = await service.call(`GET /api/redemptions/${id}`, { key: merchant.key });
      return { own: own.actions, sold: sold.actions, ...own.on_chain };
    };
    const fresh = await locked({ cancelIn: HOUR, deadlineIn: 2 * HOUR });
    const { own, sold, cancel_until, deadline } = await actions(fresh);
    expect(own).toEqual([{ action: "cancel", until: cancel_until }]);
    expect(sold).toEqual([
      { action: "fulfil", until: deadline },
      { action: "refund", until: null },
    ]);
    await step(fresh, "fulfil");
    expect((await actions(fresh)).sold).toEqual([]);
    expect(await actions(await locked({ deadlineIn: HOUR }))).toMatchObject({ own: [] });
    const id = await locked();
    expect(await actions(id)).toMatchObject({
      own: [{ action: "expire", until: null }],
      sold: [{ action: "refund", until: null }],
    });
    const { context, chain } = service.world;
    const end = { end_tx_hash: "b".repeat(64), updated_at: new Date() };
    await context.db.commit((store) => rows.takeOnLedger(store, { wallet, reference }, "redemption_expired", end));
    expect(await actions(id)).toMatchObject({ own: [], sold: [] });
    chain.owed.set(wallet, 50_000_000n);
    expect(await actions(id)).toMatchObject({ own: [{ action: "withdraw", until: null }], sold: [] });
    chain.down = true;
    expect(await actions(id)).toMatchObject({ own: [] });
    chain.down = false;
    const { id: item_id } = await item();
    const forPoints = await redeem(item_id);
    const { own: cancel, sold: both } = await actions(forPoints);
    expect([cancel, both].map((all) => all.map(({ action }: { action: string }) => action))).toEqual([
      ["cancel"],
      ["fulfil", "refund"],
    ]);
    await step(forPoints, "fulfil");
    expect(await actions(forPoints)).toMatchObject({ own: [], sold: [{ action: "refund" }] });
  });

  it("are the user's to see, and the wallet's to cancel", async () => {
    const id = await locked();
    const token = user.accessToken;
    const { body } = await service.call(`GET /api/redemptions/${id}`, { token });
    expect(body).toMatchObject({ kind: "on_chain", points: null, on_chain: { amount: "5", end_tx_hash: null } });
    expect(body.on_chain).toMatchObject({ wallet_address: wallet, reference, contract_redemption_id: null });
    expect(body.on_chain.cancel_until).toBe(body.on_chain.deadline);
    expect((await cancel(id)).body).toMatchObject({ status: 409, code: "redemption_on_ledger" });
  });
});
