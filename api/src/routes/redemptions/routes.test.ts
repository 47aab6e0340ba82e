import { update as updateUser } from "@merit/core/parties/users/store.ts";
import { emailLogs } from "@merit/core/store/db/schema/mail.ts";
import { createItem, givePoints, pointsOf } from "@merit/core/testing/redemptions.ts";
import { startSmtp } from "@merit/core/testing/smtp.ts";
import { eventually } from "@merit/core/testing/wait.ts";
import { runMails } from "@merit/core/worker/mail-queue.ts";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startService, type TestService, type TestUser } from "../../testing/service.ts";

let service: TestService;
let merchant: Awaited<ReturnType<TestService["merchant"]>>;
beforeAll(async () => {
  service = await startService();
  merchant = await service.merchant(null);
});
afterAll(() => service[Symbol.asyncDispose]());

const HOUR = 3_600_000;
const item = (change: Parameters<typeof createItem>[2] = {}) => createItem(service.world.context, merchant.id, change);
const redeem = ({ accessToken: token }: TestUser, body: object, headers: Record<string, string> = {}) =>
  service.call("POST /api/redemptions", { token, body, headers });
const cancel = (id: number, { accessToken: token }: TestUser) =>
  service.call(`POST /api/redemptions/${id}/steps`, { token, body: { step: "cancel" } });
const balance = ({ id }: TestUser) => pointsOf(service.world.context, id, merchant.id);
const stock = async (id: number) => (await service.call(`GET /api/catalogue/${id}`)).body.stock;

/** Somebody with 100 points of the merchant. */
async function customer(points = 100): Promise<TestUser> {
  const user = await service.user();
  if (points > 0) await givePoints(service.world.context, user.id, merchant.id, points);
  return user;
}

describe("POST /redemptions", () => {
  it("deducts points, takes stock and tells what was redeemed", async () => {
    const user = await customer();
    const { id: item_id } = await item({ price: 30, stock: 5 });
    const { status, body } = await redeem(user, { item_id, quantity: 2 });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ kind: "points", status: "pending", user_id: user.id, merchant_id: merchant.id, item_id },
      ...{ item_name: "Coffee", quantity: 2, price: 30, price_version: 1, points: 60, on_chain: null },
    });
    expect(await balance(user)).toBe(40);
    expect(await stock(item_id)).toBe(3);
  });

  it("needs a user, and names wrong fields", async () => {
    expect((await service.call("POST /api/redemptions", { body: { item_id: 1 } })).body.code).toBe("missing_token");
    const { status, body } = await redeem(await customer(0), { item_id: 0, quantity: 0, max_price: "5" });
    expect(status).toBe(422);
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(["item_id", "quantity", "max_price"]);
  });

  it("changes nothing when it refuses", async () => {
    const user = await customer(15);
    const closed = [
      [{ starts_at: new Date(Date.now() + HOUR) }, {}, "item_not_available"],
      [{ ends_at: new Date(Date.now() - HOUR) }, {}, "item_not_available"],
      [{ price: 11 }, { max_price: 10 }, "price_above_max"],
      [{ stock: 1 }, { quantity: 2 }, "out_of_stock"],
      [{ stock: 2 }, { quantity: 2 }, "insufficient_points"],
    ] as const;
    for (const [terms, wanted, code] of closed) {
      const { id: item_id, stock: before } = await item(terms);
      expect((await redeem(user, { item_id, ...wanted })).body).toMatchObject({ status: 409, code });
      expect(await stock(item_id)).toBe(before);
    }
    const { id: archived } = await item();
    await service.call(`PATCH /api/catalogue/${archived}`, { key: merchant.key, body: { status: "archived" } });
    expect((await redeem(user, { item_id: archived })).body.code).toBe("item_not_available");
    expect((await redeem(user, { item_id: 999_999 })).status).toBe(404);
    const dear = await item({ price: 900_000_000 });
    expect((await redeem(user, { item_id: dear.id, quantity: 2 })).status).toBe(422);
    expect(await balance(user)).toBe(15);
    const { body } = await service.call("GET /api/redemptions", { token: user.accessToken });
    expect(body.data).toEqual([]);
  });

  it("takes the platform's points after the merchant's own, if the item accepts them", async () => {
    const user = await customer(5);
    const { context } = service.world;
    await givePoints(context, user.id, null, 20);
    // With the bonus of the day's first login.
    const platform = await pointsOf(context, user.id, null);
    const { body } = await redeem(user, { item_id: (await item()).id });
    expect(body).toMatchObject({
      code: "insufficient_points",
      detail: expect.stringContaining(`only 5 can be spent on it now. The other ${platform} are the platform's`),
    });
    expect((await redeem(user, { item_id: (await item({ platform_points: true })).id })).status).toBe(201);
    expect([await balance(user), await pointsOf(context, user.id, null)]).toEqual([0, platform - 5]);
  });

  it("redeems once per idempotency key, also for concurrent calls", async () => {
    const user = await customer();
    const { id: item_id } = await item({ stock: 5 });
    const headers = { "idempotency-key": "basket-1" };
    const replies = await Promise.all([1, 2, 3, 4].map(() => redeem(user, { item_id }, headers)));
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    expect([await balance(user), await stock(item_id)]).toEqual([90, 4]);
    expect((await redeem(user, { item_id, quantity: 2 }, headers)).body.code).toBe("idempotency_key_reused");
  });

  it("never sells more than there is", async () => {
    const users = await Promise.all([1, 2, 3, 4, 5].map(() => customer(10)));
    const { id: item_id } = await item({ stock: 3 });
    const replies = await Promise.all(users.map((user) => redeem(user, { item_id })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409, 409]);
    expect(await stock(item_id)).toBe(0);
  });
});

it("a change of the price doesn't change earlier redemptions", async () => {
  const user = await customer();
  const { id: item_id } = await item({ price: 10 });
  const { body: before } = await redeem(user, { item_id });
  await service.call(`PATCH /api/catalogue/${item_id}`, { key: merchant.key, body: { price: 90, name: "Gold" } });
  const show = await service.call(`GET /api/redemptions/${before.id}`, { token: user.accessToken });
  expect(show.body).toEqual(before);
  await cancel(before.id, user);
  expect(await balance(user)).toBe(100);
  expect((await redeem(user, { item_id })).body).toMatchObject({ price: 90, price_version: 2, item_name: "Gold" });
});

describe("a user's redemptions", () => {
  it("are listed by filter and page, without anybody else's", async () => {
    const [user, stranger] = [await customer(), await customer()];
    const [a, b] = [await item(), await item()];
    const ids: number[] = [];
    for (const { id } of [a, b, a]) ids.unshift((await redeem(user, { item_id: id })).body.id);
    await cancel(ids[0] ?? 0, user);
    const list = async (query = "", { accessToken: token } = user) =>
      (await service.call(`GET /api/redemptions${query}`, { token })).body;
    const idsOf = (page: { data: { id: number }[] }) => page.data.map(({ id }) => id);
    expect(idsOf(await list())).toEqual(ids);
    expect(idsOf(await list(`?item_id=${a.id}`))).toEqual([ids[0], ids[2]]);
    expect(idsOf(await list("?status=cancelled"))).toEqual([ids[0]]);
    expect(idsOf(await list("?kind=on_chain"))).toEqual([]);
    const page = await list("?limit=2");
    expect(idsOf(page)).toEqual(ids.slice(0, 2));
    expect(idsOf(await list(`?limit=2&cursor=${page.next_cursor}`))).toEqual(ids.slice(2));
    expect(idsOf(await list("", stranger))).toEqual([]);
    const { accessToken: token } = stranger;
    expect((await service.call(`GET /api/redemptions/${ids[0]}`, { token })).status).toBe(404);
    expect((await cancel(ids[1] ?? 0, stranger)).status).toBe(404);
    expect((await list("?status=lost")).status).toBe(422);
    expect(idsOf(await list("?from=2020-01-01T00:00:00Z"))).toEqual(ids);
    expect(idsOf(await list("?to=2020-01-01T00:00:00Z"))).toEqual([]);
  });

  it("are cancelled once, and only while pending", async () => {
    const user = await customer();
    const { id: item_id } = await item({ stock: 2 });
    const { id } = (await redeem(user, { item_id, quantity: 2 })).body;
    const replies = await Promise.all([1, 2, 3].map(() => cancel(id, user)));
    expect(replies.map(({ body }) => body.status)).toEqual(["cancelled", "cancelled", "cancelled"]);
    expect([await balance(user), await stock(item_id)]).toEqual([100, 2]);
    const handedOver = (await redeem(user, { item_id })).body.id;
    const fulfil = { key: merchant.key, body: { step: "fulfil" } };
    await service.call(`POST /api/redemptions/${handedOver}/steps`, fulfil);
    expect((await cancel(handedOver, user)).body).toMatchObject({ status: 409, code: "redemption_step_not_allowed" });
    expect(await balance(user)).toBe(90);
  });
});

describe("the mail of a redemption", () => {
  const logsOf = (id: number) =>
    service.world.context.db.read(async (store) =>
      store.select().from(emailLogs).where(eq(emailLogs.redemption_id, id)),
    );

  it("is in the merchant's log, tried again when the server refuses it, and undoes nothing", async () => {
    const smtp = await startSmtp();
    const mailing = await startService({
      SMTP_URL: smtp.url,
      MAIL_FROM: "no-reply@rewards.example",
      MAIL_BACKOFF_SECONDS: "0.01",
    });
    const { context } = mailing.world;
    const shop = await mailing.merchant(null);
    const other = await mailing.merchant(null);
    const user = await mailing.user({ first_name: "Ada" });
    await context.db.commit((store) => updateUser(store, user.id, { email_verified_at: context.clock.now() }));
    await givePoints(context, user.id, shop.id, 100);
    const { id: item_id } = await createItem(context, shop.id, { name: "Tea & <cake>" });
    smtp.refusals.push(451);
    const { body } = await mailing.call("POST /api/redemptions", {
      ...{ token: user.accessToken, body: { item_id, quantity: 2 } },
    });
    const stop = new AbortController();
    const mails = runMails(context, stop.signal);
    const found = await eventually(() => {
      const mail = smtp.mails.find(({ content }) => content.includes("Subject: Your redemption"));
      if (!mail) throw new Error("no mail yet");
      return mail;
    });
    expect(found.to).toEqual([user.email]);
    expect(found.content).toContain("You redeemed 20 points");
    expect(found.content).toContain("Tea &#38; &#60;cake&#62;");
    const log = async (key: string) => {
      const { body } = await mailing.call("GET /api/admin/email-logs", { key });
      // The merchant itself is told that there is something to hand over, and asked to confirm its address.
      return body.data.filter(({ template }: { template: string }) => template === "redemption");
    };
    await eventually(async () => expect((await log(shop.key))[0].status).toBe("sent"));
    expect(await log(shop.key)).toMatchObject([
      { template: "redemption", merchant_id: shop.id, redemption_id: body.id, user_id: user.id },
    ]);
    expect(await log(other.key)).toEqual([]);
    stop.abort();
    await mails;
    await mailing[Symbol.asyncDispose]();
    await smtp[Symbol.asyncDispose]();
  });

  it("doesn't flood a mailbox that isn't proven to be the user's", async () => {
    const user = await customer();
    const { id: item_id } = await item();
    const { context } = service.world;
    const { clock } = context;
    onTestFinished(() => {
      context.clock = clock;
    });
    const logged = async (afterSeconds: number) => {
      context.clock = { now: () => new Date(clock.now().getTime() + afterSeconds * 1000) };
      const logs = await logsOf((await redeem(user, { item_id })).body.id);
      return logs.map(({ status, error_message }) => [status, error_message]);
    };
    const heldBack = ["skipped", expect.stringContaining("in an hour")];
    expect(await logged(0)).toEqual([["queued", null]]);
    for (let turn = 0; turn < 5; turn += 1) expect(await logged(50)).toEqual([heldBack]);
    // A mail that was held back doesn't count: the next minute has room for one.
    expect(await logged(61)).toEqual([["queued", null]]);
    const verified = { email_verified_at: new Date(), updated_at: new Date() };
    await context.db.commit(async (store) => void (await updateUser(store, user.id, verified)));
    for (let count = 0; count < 2; count += 1) expect(await logged(61)).toEqual([["queued", null]]);
  });

  it("is not logged for a redemption that was refused, and once for a repeated one", async () => {
    const user = await customer(10);
    const { id: item_id } = await item();
    const headers = { "idempotency-key": "mail-1" };
    const { id } = (await redeem(user, { item_id }, headers)).body;
    await redeem(user, { item_id }, headers);
    await redeem(user, { item_id });
    expect(await logsOf(id)).toHaveLength(1);
    const all = await service.world.context.db.read(async (store) =>
      store.select().from(emailLogs).where(eq(emailLogs.user_id, user.id)),
    );
    expect(all.filter(({ template }) => template === "redemption")).toHaveLength(1);
  });
});
