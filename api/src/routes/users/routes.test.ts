import * as ledger from "@merit/core/programmes/points/ledger.ts";
import { emailLogs } from "@merit/core/store/db/schema/mail.ts";
import { sessions, users, userWallets } from "@merit/core/store/db/schema/users.ts";
import { newWallet } from "@merit/core/testing/chain.ts";
import { startSmtp } from "@merit/core/testing/smtp.ts";
import { eventually } from "@merit/core/testing/wait.ts";
import { runMails } from "@merit/core/worker/mail-queue.ts";
import { Keypair, StrKey, TransactionBuilder } from "@stellar/stellar-sdk";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startService, type TestService } from "../../testing/service.ts";

let service: TestService;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service[Symbol.asyncDispose]());

const create = (body: object, headers = {}) => service.call("POST /api/users", { body, headers });
const show = (id: number, token?: string) => service.call(`GET /api/users/${id}`, token === undefined ? {} : { token });
const patch = (id: number, token: string, body: object) => service.call(`PATCH /api/users/${id}`, { token, body });

async function walletLogin(service: TestService, wallet: Keypair) {
  const { body } = await service.call(`GET /api/auth/wallet?account=${wallet.publicKey()}`);
  const transaction = TransactionBuilder.fromXdr(body.transaction, body.network_passphrase);
  transaction.sign(wallet);
  return (await service.call("POST /api/auth/wallet", { body: { transaction: transaction.toXdr() } })).body;
}

async function admin() {
  const user = await service.user();
  const { db } = service.world.context;
  await db.commit(
    async (store) => void (await store.update(users).set({ role: "admin" }).where(eq(users.id, user.id))),
  );
  return user;
}

describe("POST /users", () => {
  it("registers a wallet, which logs in once it is proven, and keeps what was named", async () => {
    const wallet = Keypair.random();
    const { status, body } = await create({
      wallet_address: wallet.publicKey(),
      email: "Wallet@example.com",
      first_name: "Grace",
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      wallet_address: wallet.publicKey(),
      email: null,
      pending_email: "wallet@example.com",
      first_name: "Grace",
      role: "user",
    });
    expect(JSON.stringify(body)).not.toMatch(/token/i);
    const login = await walletLogin(service, wallet);
    expect(login.user).toMatchObject({ id: body.id, pending_email: "wallet@example.com" });
  });

  it("points a caller with a password at the call that takes one", async () => {
    const { body } = await create({ wallet_address: newWallet(), password: "correct horse" });
    expect(body).toMatchObject({
      status: 422,
      errors: [{ field: "password", message: expect.stringContaining("POST /auth/register") }],
    });
  });

  it("`me` is the caller, who is shown, changed and deleted", async () => {
    const [user, admin] = [await service.user(), await service.admin()];
    const call = (method: string, body?: object) =>
      service.call(`${method} /api/users/me`, { token: user.accessToken, ...(body && { body }) });
    const shown = await call("GET");
    expect(shown.body).toEqual((await show(user.id, user.accessToken)).body);
    expect(shown.body).not.toHaveProperty("wallets");
    expect((await show(user.id, admin.accessToken)).body).toMatchObject({
      ...shown.body,
      referred_by: null,
      wallets: [],
    });
    expect((await call("PATCH", { first_name: "Ada" })).body).toMatchObject({ id: user.id, first_name: "Ada" });
    expect((await call("PATCH", { role: "admin" })).body).toMatchObject({ status: 403, code: "forbidden" });
    expect((await call("DELETE")).status).toBe(204);
    expect((await call("GET")).body).toMatchObject({ status: 401, code: "invalid_token" });
    expect((await service.call("GET /api/users/me")).body).toMatchObject({ status: 401, code: "missing_token" });
    expect((await service.call("GET /api/users/you", { token: admin.accessToken })).status).toBe(404);
  });

  it("holds a wallet once, and no address at all", async () => {
    const wallet = newWallet();
    const replies = await Promise.all([create({ wallet_address: wallet }), create({ wallet_address: wallet })]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe("wallet_taken");
    await create({ wallet_address: newWallet(), email: "mine@example.com" });
    await create({ wallet_address: newWallet(), email: "mine@example.com" });
    expect((await service.user({ email: "mine@example.com" })).id).toBeGreaterThan(0);
  });

  it("a repeat under the same key gets the first answer", async () => {
    const body = { wallet_address: newWallet() };
    const headers = { "idempotency-key": "u1" };
    const [first, again] = await Promise.all([create(body, headers), create(body, headers)]);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
  });

  it.each([
    ["wallet_address", { wallet_address: StrKey.encodeContract(Buffer.alloc(32, 1)) }, /contract wallet/],
    ["wallet_address", {}, /is required/],
    ["email", { wallet_address: newWallet(), email: "x" }, /e-mail/],
    ["role", { wallet_address: newWallet(), role: "admin" }, /remove it/],
    ["password", { wallet_address: newWallet(), password: "12345678" }, /remove it/],
    ["referral_code", { wallet_address: newWallet(), referral_code: "NOBODY" }, /belongs to no user/],
  ])("names %s", async (field, body, message) => {
    const reply = await create(body);
    expect(reply.body).toMatchObject({ status: 422, errors: [{ field }] });
    expect(reply.body.errors[0].message).toMatch(message);
  });

  it("mails nobody before the wallet is proven; then wallet and mailbox have to belong together", async () => {
    await using smtp = await startSmtp();
    await using mailing = await startService({ SMTP_URL: smtp.url, MAIL_FROM: "no-reply@rewards.example" });
    const stopped = new AbortController();
    const running = runMails(mailing.world.context, stopped.signal);
    const wallet = Keypair.random();
    const email = "mailbox@example.com";
    const created = await mailing.call("POST /api/users", { body: { wallet_address: wallet.publicKey(), email } });
    const logs = await mailing.world.context.db.read(async (store) => store.select().from(emailLogs));
    expect(logs).toEqual([]);

    const login = await walletLogin(mailing, wallet);
    await eventually(() => expect(smtp.mails).toHaveLength(1));
    const token = smtp.mails[0]?.token;
    const verify = (session?: string) =>
      mailing.call("POST /api/auth/email/verify", { body: { token }, ...(session && { token: session }) });
    const stranger = await mailing.user();
    // Somebody who has only the mailbox, even with an own account, can't confirm it.
    expect((await verify()).body).toMatchObject({ status: 401, code: "missing_token" });
    expect((await verify(stranger.accessToken)).status).toBe(401);
    expect((await verify(login.accessToken)).status).toBe(204);
    const { body } = await mailing.call(`GET /api/users/${created.body.id}`, { token: login.accessToken });
    expect(body).toMatchObject({ email, email_verified: true, pending_email: null });

    // With the address the account can have a password, and then log in by it.
    const change = { token: login.accessToken, body: { password: "my first password" } };
    expect((await mailing.call("PATCH /api/users/me", change)).status).toBe(200);
    const byPassword = { body: { email, password: "my first password" } };
    expect((await mailing.call("POST /api/auth/login", byPassword)).body.user.id).toBe(created.body.id);
    stopped.abort();
    await running;
  });

  it("a password needs a verified address", async () => {
    const login = await walletLogin(service, Keypair.random());
    const change = { token: login.accessToken, body: { password: "my first password" } };
    const { body } = await service.call("PATCH /api/users/me", change);
    expect(body).toMatchObject({ status: 409, code: "email_not_verified" });
  });
});

describe("GET /users/<id>", () => {
  it("shows users themselves, and others only to administrators", async () => {
    const [user, other, boss] = [await service.user({ last_name: "Hopper" }), await service.user(), await admin()];
    expect(await show(user.id, user.accessToken)).toMatchObject({
      status: 200,
      body: { id: user.id, email: user.email, last_name: "Hopper", first_name: null, role: "user" },
    });
    expect((await show(other.id, user.accessToken)).body).toMatchObject({ status: 404, code: "not_found" });
    expect((await show(999_999, boss.accessToken)).status).toBe(404);
    expect(await show(user.id, boss.accessToken)).toMatchObject({ status: 200, body: { id: user.id } });
    expect((await show(user.id)).status).toBe(401);
  });
});

describe("PATCH /users/<id>", () => {
  it("changes the given names only", async () => {
    const user = await service.user({ first_name: "A", last_name: "B" });
    const { body } = await patch(user.id, user.accessToken, { first_name: "Ada" });
    expect(body).toMatchObject({ first_name: "Ada", last_name: "B", email: user.email });
    const cleared = (await patch(user.id, user.accessToken, { last_name: null })).body;
    expect(cleared).toMatchObject({ first_name: "Ada", last_name: null });
  });

  it("is allowed only to the user and to administrators", async () => {
    const [user, other, boss] = [await service.user(), await service.user(), await admin()];
    expect((await patch(other.id, user.accessToken, { first_name: "X" })).status).toBe(404);
    expect((await patch(other.id, boss.accessToken, { first_name: "X" })).body.first_name).toBe("X");
    // The present address would end a change that waits for its mail.
    for (const email of ["boss@example.com", other.email]) {
      const { body } = await patch(other.id, boss.accessToken, { email });
      expect(body).toMatchObject({ status: 403, code: "forbidden" });
    }
  });

  it("a new address needs the password, with limited guesses and a pause between mails", async () => {
    const user = await service.user();
    const move = (current_password: string, email = "new@example.com") =>
      patch(user.id, user.accessToken, { email, current_password });
    expect((await move(user.password)).body).toMatchObject({ pending_email: "new@example.com" });
    expect((await move(user.password)).body).toMatchObject({ status: 429, code: "too_many_mails" });
    for (let guess = 0; guess < 10; guess += 1) {
      expect((await move("a guess")).body).toMatchObject({ status: 401, code: "invalid_credentials" });
    }
    expect((await move(user.password, "other@example.com")).body).toMatchObject({ code: "too_many_attempts" });
  });

  it("only administrators change roles, and never their own", async () => {
    const [user, boss] = [await service.user(), await admin()];
    expect((await patch(user.id, user.accessToken, { role: "admin" })).body).toMatchObject({ status: 403 });
    expect((await show(user.id, user.accessToken)).body.role).toBe("user");
    expect((await patch(boss.id, boss.accessToken, { role: "user" })).status).toBe(403);
    expect((await patch(user.id, boss.accessToken, { role: "admin" })).body.role).toBe("admin");
    // At once, with the token that the user has.
    expect((await service.call("GET /api/admin/email-logs", { token: user.accessToken })).status).toBe(200);
    expect((await patch(user.id, boss.accessToken, { role: "boss" })).status).toBe(422);
  });
});

describe("DELETE /users/<id>", () => {
  const remove = (id: number, token: string) => service.call(`DELETE /api/users/${id}`, { token });

  it("removes all personal data and keeps the row", async () => {
    const user = await service.user({ first_name: "Ada", last_name: "Lovelace" });
    expect((await remove(user.id, user.accessToken)).status).toBe(204);
    expect((await show(user.id, user.accessToken)).status).toBe(401);
    expect((await service.call("POST /api/auth/refresh", { body: { refreshToken: user.refreshToken } })).status).toBe(
      401,
    );
    const { db } = service.world.context;
    const [row] = await db.read(async (store) => store.select().from(users).where(eq(users.id, user.id)));
    expect(row).toMatchObject({ id: user.id, email: null, first_name: null, last_name: null, password_hash: null });
    const rest = await db.read(async (store) => ({
      sessions: await store.select().from(sessions).where(eq(sessions.user_id, user.id)),
      wallets: await store.select().from(userWallets).where(eq(userWallets.user_id, user.id)),
      mails: await store.select().from(emailLogs).where(eq(emailLogs.user_id, user.id)),
    }));
    expect(rest).toMatchObject({ sessions: [], wallets: [], mails: [{ recipient: null }] });
    const login = { body: { email: user.email, password: user.password } };
    expect((await service.call("POST /api/auth/login", login)).status).toBe(401);
    expect((await service.user({ email: user.email })).id).not.toBe(user.id);
  });

  it("is allowed to the user and to administrators; the wallet becomes free", async () => {
    const [user, other, boss] = [await service.user(), await service.user(), await admin()];
    expect((await remove(other.id, user.accessToken)).status).toBe(404);
    expect((await remove(other.id, boss.accessToken)).status).toBe(204);
    expect((await remove(other.id, boss.accessToken)).status).toBe(404);
    const wallet = Keypair.random();
    const first = await walletLogin(service, wallet);
    await remove(first.user.id, first.accessToken);
    expect((await walletLogin(service, wallet)).user.id).not.toBe(first.user.id);
  });
});

describe("GET /users/referral", () => {
  const referral = (token: string, query = "") => service.call(`GET /api/users/referral${query}`, { token });

  it("gives a code, and lists the users it brought by either way of registration", async () => {
    const user = await service.user();
    const { code } = (await referral(user.accessToken)).body;
    expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{10}$/);
    const brought = [
      (await service.user({ referral_code: code.toLowerCase(), first_name: "Ada" })).id,
      (await create({ wallet_address: newWallet(), referral_code: code })).body.id,
    ];
    await service.user();
    const { body } = await referral(user.accessToken);
    expect(body).toMatchObject({ code, bonus_points: 100, referred_users: 2, has_more: false });
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(brought.toReversed());
    expect(body.data[1]).toMatchObject({ first_name: "Ada", email_verified: false });
    expect(JSON.stringify(body)).not.toContain("@");
    const page = (await referral(user.accessToken, "?limit=1")).body;
    const next = (await referral(user.accessToken, `?limit=1&cursor=${page.next_cursor}`)).body;
    expect([...page.data, ...next.data]).toEqual(body.data);
    expect((await service.call("GET /api/users/referral")).status).toBe(401);
  });

  it("shows what each of them has earned the caller", async () => {
    const user = await service.user();
    const { code } = (await referral(user.accessToken)).body;
    const brought = [await service.user({ referral_code: code }), await service.user({ referral_code: code })];
    const { db, clock, settings } = service.world.context;
    const { tiers } = settings.points;
    const terms = { points: 100, tiers, now: clock.now() };
    const bonus = { userId: user.id, merchantId: null, kind: "referral_bonus" as const, ...terms };
    await db.commit((store) => ledger.credit(store, { ...bonus, cause: `referral:${brought[0]?.id}` }));
    const { body } = await referral(user.accessToken);
    expect(body).toMatchObject({
      earned_points: 100,
      data: [
        { id: brought[1]?.id, bonus_points: 0 },
        { id: brought[0]?.id, bonus_points: 100 },
      ],
    });
    expect((await referral(brought[0]?.accessToken ?? "")).body.earned_points).toBe(0);
  });

  it("the code of a deleted user no longer works", async () => {
    const user = await service.user();
    const { code } = (await referral(user.accessToken)).body;
    await service.call(`DELETE /api/users/${user.id}`, { token: user.accessToken });
    expect((await create({ wallet_address: newWallet(), referral_code: code })).status).toBe(422);
  });
});
