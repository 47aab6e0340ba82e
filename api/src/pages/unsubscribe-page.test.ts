import { update as updateUser } from "@merit/core/parties/users/store.ts";
import { emit } from "@merit/core/store/event-log/store.ts";
import type { ReceivedMail, TestSmtp } from "@merit/core/testing/smtp.ts";
import { eventually } from "@merit/core/testing/wait.ts";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMailing } from "../testing/mailing.ts";
import type { TestService, TestUser } from "../testing/service.ts";

let smtp: TestSmtp;
let service: TestService;
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ smtp, service, stop } = await startMailing());
});
afterAll(() => stop());

const mailTo = (address: string, subject: string): Promise<ReceivedMail> =>
  eventually(() => {
    const mail = smtp.mails.find(({ to, content }) => to.includes(address) && content.includes(`Subject: ${subject}`));
    if (!mail) throw new Error(`no mail "${subject}" to ${address} yet`);
    return mail;
  });

let objects = 0;

/** A user who has confirmed the address and is paid a reward. */
async function rewarded(): Promise<TestUser> {
  const user = await service.user();
  const shop = await service.merchant(null);
  const { db } = service.world.context;
  objects += 1;
  const data = {
    id: objects,
    campaign_id: 1,
    amount: "12.5",
    wallet_address: "GABC",
    tx_hash: "ab",
    error_message: null,
  };
  await db.commit(async (store) => {
    const now = new Date();
    await updateUser(store, user.id, { email_verified_at: now, updated_at: now });
    const about = { merchantId: shop.id, userId: user.id, objectId: objects, data };
    await emit(store, [{ type: "issuance.confirmed", ...about }], now);
  });
  return user;
}

/** The unsubscribe link in the mail's header, on the port of the test's service. */
async function linkIn({ raw }: ReceivedMail): Promise<string> {
  const { headers } = await PostalMime.parse(raw);
  const value = (key: string) => headers.find((header) => header.key === key)?.value ?? "";
  expect(value("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  const [, url = ""] = /^<(https?:\/\/[^>]+)>$/.exec(value("list-unsubscribe")) ?? [];
  return service.server.url + new URL(url).pathname;
}

const linkOf = async (user: TestUser) => linkIn(await mailTo(user.email, "You received a reward"));

/** Sends the request of a mail program, as RFC 8058 defines it. */
const oneClick = (url: string) =>
  fetch(url, { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }), redirect: "error" });

const preferences = async (user: TestUser) =>
  (await service.call("GET /api/users/me", { token: user.accessToken })).body.mail_preferences;

describe("the link that ends mails", () => {
  it("ends them with one click, without a login, and can be repeated", async () => {
    const user = await rewarded();
    const url = await linkOf(user);
    for (let count = 0; count < 2; count += 1) {
      const reply = await oneClick(url);
      expect(reply.status).toBe(200);
      expect(await reply.text()).toContain("You get no more mails about rewards");
    }
    expect(await preferences(user)).toEqual({ rewards: false, redemptions: true, points: true });
  });

  it("asks first where it is only opened, as scanners of mails do", async () => {
    const user = await rewarded();
    const url = await linkOf(user);
    const page = await fetch(url);
    expect(page.status).toBe(200);
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    expect(page.headers.get("content-security-policy")).toContain("form-action 'self'");
    const html = await page.text();
    expect(html).toContain('<form method="post">');
    // Who reads the page learns nothing about the account.
    expect(html).not.toContain(user.email);
    await fetch(url, { method: "HEAD" });
    expect((await preferences(user)).rewards).toBe(true);
  });

  it("is refused if it was changed, or the account has another address since", async () => {
    const user = await rewarded();
    const url = await linkOf(user);
    const [, topic, id, mac] = /\/unsubscribe\/(\w+)\.u(\d+)\.([\w-]+)$/.exec(url) ?? [];
    const at = (token: string) => `${service.server.url}/unsubscribe/${token}`;
    const forged = [
      `${topic}.u${Number(id) + 1}.${mac}`,
      `points.u${id}.${mac}`,
      `redemptions.m${id}.${mac}`,
      `${topic}.u${id}.${"A".repeat(43)}`,
      `constructor.u${id}.${mac}`,
      `${topic}.u${id}`,
      "x",
    ];
    for (const token of forged) {
      expect((await oneClick(at(token))).status, token).toBe(404);
      expect((await fetch(at(token))).status, token).toBe(404);
    }
    const changed = { email: `new-${user.email}`, updated_at: new Date() };
    await service.world.context.db.commit(async (store) => void (await updateUser(store, user.id, changed)));
    expect((await oneClick(url)).status).toBe(404);
    expect((await preferences(user)).rewards).toBe(true);
  });

  it("leaves its token in no log", async () => {
    const url = await linkOf(await rewarded());
    await oneClick(url);
    const token = url.split("/").at(-1) ?? "";
    expect(service.world.logs.join("")).toContain("/unsubscribe/:token");
    expect(service.world.logs.join("")).not.toContain(token);
  });
});

describe("preferences", () => {
  it("are changed topic by topic, by users and merchants", async () => {
    const user = await service.user();
    const other = await service.user();
    const change = (mail_preferences: object) =>
      service.call("PATCH /api/users/me", { token: user.accessToken, body: { mail_preferences } });
    const { mail_preferences: changed } = (await change({ points: false })).body;
    expect(changed).toEqual({ rewards: true, redemptions: true, points: false });
    const { mail_preferences: again } = (await change({ rewards: false })).body;
    expect(again).toEqual({ rewards: false, redemptions: true, points: false });
    expect(await preferences(user)).toEqual(again);
    expect(await preferences(other)).toEqual({ rewards: true, redemptions: true, points: true });

    const { key } = await service.merchant(null);
    const body = { mail_preferences: { statements: false } };
    const wanted = { failures: true, redemptions: true, statements: false };
    expect((await service.call("PATCH /api/merchants/me", { key, body })).body.mail_preferences).toEqual(wanted);
    expect((await service.call("GET /api/merchants/me", { key })).body.mail_preferences).toEqual(wanted);
  });

  it("are the user's own: administrators see them, and change none", async () => {
    const [user, { accessToken: token }] = [await service.user(), await service.admin()];
    const path = `/api/users/${user.id}`;
    const change = await service.call(`PATCH ${path}`, { token, body: { mail_preferences: { points: false } } });
    expect(change.body).toMatchObject({ status: 403, code: "forbidden" });
    expect((await service.call(`GET ${path}`, { token })).body.mail_preferences).toEqual(await preferences(user));
  });

  it("have other topics for users than for merchants", async () => {
    const [{ accessToken: token }, { key }] = [await service.user(), await service.merchant(null)];
    const asUser = await service.call("PATCH /api/users/me", {
      token,
      body: { mail_preferences: { failures: false } },
    });
    expect(asUser.body).toMatchObject({ status: 422, errors: [{ field: "mail_preferences.failures" }] });
    const body = { mail_preferences: { points: false } };
    const asMerchant = await service.call("PATCH /api/merchants/me", { key, body });
    expect(asMerchant.body).toMatchObject({ status: 422, errors: [{ field: "mail_preferences.points" }] });
  });

  it.each([
    [{ security: false }, "mail_preferences.security"],
    [{ rewards: "no" }, "mail_preferences.rewards"],
  ])("refuse %j and name %s", async (mail_preferences, field) => {
    const { accessToken: token } = await service.user();
    const { status, body: problem } = await service.call("PATCH /api/users/me", { token, body: { mail_preferences } });
    expect([status, problem.errors[0].field]).toEqual([422, field]);
  });

  it("hold for a mail that waits already", async () => {
    const user = await service.user();
    const { context } = service.world;
    const now = new Date();
    const { postAll } = await import("@merit/core/parties/mail/outbox.ts");
    await context.db.commit(async (store) => {
      await updateUser(store, user.id, { mail_off: ["points"], updated_at: now });
      const about = { template: "points_expiring", userId: user.id, merchantId: null, period: "2026-11" } as const;
      await postAll(context, store, [{ ...about, recipient: user.email }]);
    });
    const admin = { token: (await service.admin()).accessToken };
    await eventually(async () => {
      const { body } = await service.call("GET /api/admin/email-logs", admin);
      const row = body.data.find(({ template }: { template: string }) => template === "points_expiring");
      expect(row).toMatchObject({ status: "skipped", error_message: "its reader has switched such mails off" });
    });
  });
});
