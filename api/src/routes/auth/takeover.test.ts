import { createAdmin } from "@merit/core/accounts/create-admin.ts";
import { resetPassword } from "@merit/core/accounts/recovery.ts";
import { replacePassword } from "@merit/core/accounts/replace-password.ts";
import * as tokens from "@merit/core/context/auth/one-time-tokens.ts";
import * as users from "@merit/core/parties/users/store.ts";
import { emailLogs } from "@merit/core/store/db/schema/mail.ts";
import type { TokenPurpose } from "@merit/core/store/db/schema/users.ts";
import { openAccount } from "@merit/core/testing/chain.ts";
import { eventually } from "@merit/core/testing/wait.ts";
import { runMails } from "@merit/core/worker/mail-queue.ts";
import { Keypair, Transaction } from "@stellar/stellar-sdk";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startService, type TestService, type TestUser } from "../../testing/service.ts";

const PASSWORD = "the owner's own password";

let service: TestService;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service[Symbol.asyncDispose]());

async function walletLogin(wallet: Keypair) {
  const { body } = await service.call(`GET /api/auth/wallet?account=${wallet.publicKey()}`);
  const transaction = new Transaction(body.transaction, body.network_passphrase);
  transaction.sign(wallet);
  return (await service.call("POST /api/auth/wallet", { body: { transaction: transaction.toXdr() } })).body.user;
}

async function tryToLink({ accessToken: token }: TestUser, wallet: Keypair) {
  const wallet_address = wallet.publicKey();
  service.world.chain.accounts.set(wallet_address, openAccount(wallet_address));
  const { message } = (await service.call("POST /api/wallet/link", { token, body: { wallet_address } })).body;
  const signature = Buffer.from(wallet.signMessage(message)).toString("base64");
  return service.call("POST /api/wallet/link", { token, body: { wallet_address, message, signature } });
}

async function linkWallet(user: TestUser): Promise<Keypair> {
  const wallet = Keypair.random();
  expect((await tryToLink(user, wallet)).status).toBe(201);
  return wallet;
}

/** The token that the mail to the address would contain. */
function mailed(userId: number, purpose: TokenPurpose, subject: string): Promise<string> {
  const { db, clock } = service.world.context;
  return db.commit((store) => tokens.issue(store, { purpose, userId, subject, now: clock.now() }));
}
const verify = (token: string, session?: string) =>
  service.call("POST /api/auth/email/verify", { body: { token }, ...(session && { token: session }) });
const reset = async ({ id, email }: TestUser) =>
  resetPassword(service.world.context, await mailed(id, "reset_password", email), PASSWORD);
const makeAdmin = ({ email }: TestUser) =>
  createAdmin(service.world.context, { email, password: PASSWORD }, new Date());
const emailOf = async ({ id, email }: TestUser) => {
  const { body } = await service.call("POST /api/auth/login", { body: { email, password: PASSWORD } });
  expect(body.user).toMatchObject({ id, pending_email: null });
  return body.user.email;
};

describe.each([
  ["an administrator's account", makeAdmin],
  ["an account whose address its reset proves", reset],
])("%s is taken from whoever registered it", (_, takeOver) => {
  it("and linked a wallet", async () => {
    const thief = await service.user();
    const wallet = await linkWallet(thief);
    expect((await walletLogin(wallet)).id).toBe(thief.id);
    await takeOver(thief);
    expect((await walletLogin(wallet)).id).not.toBe(thief.id);
  });

  it("and began a change of its address", async () => {
    const thief = await service.user();
    const body = { email: "thief@example.com", current_password: thief.password };
    await service.call(`PATCH /api/users/${thief.id}`, { token: thief.accessToken, body });
    const token = await mailed(thief.id, "verify_email", "thief@example.com");
    await takeOver(thief);
    expect((await verify(token)).body).toMatchObject({ status: 422, code: "invalid_one_time_token" });
    expect(await emailOf(thief)).toBe(thief.email);
  });

  it("and has mails to its address on their way", async () => {
    const thief = await service.user();
    const token = await mailed(thief.id, "reset_password", thief.email);
    const verifying = await mailed(thief.id, "verify_email", thief.email);
    await takeOver(thief);
    const body = { token, password: "the thief's again" };
    expect((await service.call("POST /api/auth/password/reset", { body })).body).toMatchObject({
      status: 422,
      code: "invalid_one_time_token",
    });
    expect((await verify(verifying)).status).toBe(422);
  });

  it("and still has its sessions", async () => {
    const thief = await service.user();
    const { accessToken: token, refreshToken } = thief;
    await takeOver(thief);
    expect((await service.call(`GET /api/users/${thief.id}`, { token })).status).toBe(401);
    expect((await service.call("POST /api/auth/refresh", { body: { refreshToken } })).status).toBe(401);
  });
});

it("a forgotten password leaves the wallets of an account whose address was proven before", async () => {
  const user = await service.user();
  const wallet = await linkWallet(user);
  const token = await mailed(user.id, "verify_email", user.email);
  expect((await verify(token, user.accessToken)).status).toBe(204);
  const later = await linkWallet(user);
  await reset(user);
  for (const own of [wallet, later]) expect((await walletLogin(own)).id).toBe(user.id);
});

it("no wallet is linked without a mail to the confirmed address", async () => {
  const user = await service.user();
  expect((await verify(await mailed(user.id, "verify_email", user.email), user.accessToken)).status).toBe(204);
  const { accessToken: token } = user;
  for (let n = 0; n < 20; n += 1) {
    const wallet = await linkWallet(user);
    expect((await service.call(`DELETE /api/wallet/${wallet.publicKey()}`, { token })).status).toBe(204);
  }
  const { status, body } = await tryToLink(user, Keypair.random());
  expect({ status, code: body.code }).toEqual({ status: 429, code: "too_many_mails" });
  expect((await service.call("GET /api/wallet", { token })).body.data).toEqual([]);
});

describe("an address that its owner confirms for an account that somebody else made", () => {
  const OWNERS = "owner@example.com";

  /** An account of a thief's with the owner's address, which waits for its confirmation. */
  const registered = () => service.user({ email: OWNERS });
  const changed = async () => {
    const thief = await service.user();
    const token = await mailed(thief.id, "verify_email", thief.email);
    expect((await verify(token, thief.accessToken)).status).toBe(204);
    const body = { email: OWNERS, current_password: thief.password };
    expect((await service.call(`PATCH /api/users/${thief.id}`, { token: thief.accessToken, body })).status).toBe(200);
    return { ...thief, email: OWNERS };
  };

  it.each([
    ["registered", registered],
    ["changed to it", changed],
  ])("ends wallets, sessions and mailed tokens of an account that was %s", async (_, begin) => {
    const thief = await begin();
    const wallet = await linkWallet(thief);
    const { accessToken: token, refreshToken } = thief;
    const resetting = await mailed(thief.id, "reset_password", thief.email);
    expect((await verify(await mailed(thief.id, "verify_email", OWNERS))).status).toBe(204);
    await reset(thief);
    expect((await walletLogin(wallet)).id).not.toBe(thief.id);
    expect((await service.call(`GET /api/users/${thief.id}`, { token })).status).toBe(401);
    expect((await service.call("POST /api/auth/refresh", { body: { refreshToken } })).status).toBe(401);
    const again = { token: resetting, password: "the thief's again" };
    expect((await service.call("POST /api/auth/password/reset", { body: again })).status).toBe(422);
    expect(await emailOf(thief)).toBe(OWNERS);
  });

  it("ends a change of the address that waits", async () => {
    const thief = await registered();
    const body = { email: "thief@example.com", current_password: thief.password };
    const { accessToken: token } = thief;
    const confirming = await mailed(thief.id, "verify_email", OWNERS);
    expect((await service.call(`PATCH /api/users/${thief.id}`, { token, body })).status).toBe(200);
    expect((await verify(confirming)).status).toBe(204);
    await reset(thief);
    expect(await emailOf(thief)).toBe(OWNERS);
  });

  it("ends them as well if the token comes with a session of another account", async () => {
    const thief = await registered();
    const wallet = await linkWallet(thief);
    const stranger = await service.user();
    expect((await verify(await mailed(thief.id, "verify_email", OWNERS), stranger.accessToken)).status).toBe(204);
    expect((await walletLogin(wallet)).id).not.toBe(thief.id);
    expect((await service.call("GET /api/users/me", { token: stranger.accessToken })).status).toBe(200);
  });
});

describe("the confirmed address of an account that a thief changed", () => {
  const THIEFS = "thief@example.com";

  async function stolen() {
    const user = await service.user();
    const wallet = await linkWallet(user);
    const { accessToken: token } = user;
    expect((await verify(await mailed(user.id, "verify_email", user.email), token)).status).toBe(204);
    const body = { email: THIEFS, current_password: user.password };
    expect((await service.call(`PATCH /api/users/${user.id}`, { token, body })).status).toBe(200);
    expect((await verify(await mailed(user.id, "verify_email", THIEFS), token)).status).toBe(204);
    return { ...user, wallet };
  }

  it("takes itself back, whatever the thief has done since, and ends sessions and wallets", async () => {
    const user = await stolen();
    const body = { current_password: user.password, password: "the thief's" };
    await service.call("PATCH /api/users/me", { token: user.accessToken, body });
    expect((await verify(await mailed(user.id, "undo_email_change", user.email))).status).toBe(204);
    await reset(user);
    expect(await emailOf(user)).toBe(user.email);
    expect((await service.call("GET /api/users/me", { token: user.accessToken })).status).toBe(401);
    expect((await walletLogin(user.wallet)).id).not.toBe(user.id);
  });

  it.each([
    ["the owner takes the account back", (_: TestUser, undo: string) => verify(undo)],
    [
      "the operator makes it an administrator's",
      (user: TestUser) => makeAdmin({ ...user, email: "thief2@example.com" }),
    ],
  ])("gets no mail that gives the thief's own address back once %s, however late that mail is", async (_, recover) => {
    const user = await stolen();
    const undo = await mailed(user.id, "undo_email_change", user.email);
    const { accessToken: token, password: current_password } = user;
    const body = { email: "thief2@example.com", current_password };
    expect((await service.call("PATCH /api/users/me", { token, body })).status).toBe(200);
    expect((await verify(await mailed(user.id, "verify_email", body.email), token)).status).toBe(204);
    await recover(user, undo);
    const { context } = service.world;
    const stopped = new AbortController();
    const running = runMails(context, stopped.signal);
    await eventually(async () => {
      const logs = await context.db.read(async (store) => store.select().from(emailLogs));
      expect(logs.map(({ status }) => status)).not.toContain("queued");
      const undoing = logs.filter(
        ({ template, recipient }) => template === "undo_email_change" && recipient === THIEFS,
      );
      expect(undoing).toMatchObject([{ status: "skipped" }]);
    });
    stopped.abort();
    await running;
  });

  it("is kept meanwhile: nobody else gets an account with it", async () => {
    const { email } = await stolen();
    const body = { email, password: "the thief's again" };
    expect((await service.call("POST /api/auth/register", { body })).body).toMatchObject({ code: "email_taken" });
  });
});

describe("what was begun with the password before it was replaced", () => {
  /** Has the password replaced while the caller's own is compared. */
  function replacedMeanwhile(user: TestUser) {
    const { throttle } = service.world.context.auth;
    const attempt = throttle.attempt.bind(throttle);
    const replacing: Promise<unknown>[] = [];
    const passwordHash = "another one";
    throttle.attempt = (...client) => {
      const change = { passwordHash, keepWallets: true, now: new Date() };
      replacing.push(service.world.context.db.commit((store) => replacePassword(store, user.id, change)));
      return attempt(...client);
    };
    return async () => {
      await Promise.all(replacing);
      const row = await service.world.context.db.read((store) => users.byId(store, user.id));
      expect(row).toMatchObject({ password_hash: passwordHash, pending_email: null });
    };
  }

  it("changes neither the password", async () => {
    const user = await service.user();
    const checkReplaced = replacedMeanwhile(user);
    const body = { current_password: user.password, password: "the thief's again" };
    const reply = await service.call("PATCH /api/users/me", { token: user.accessToken, body });
    expect(reply.body).toMatchObject({ status: 401, code: "invalid_credentials" });
    await checkReplaced();
  });

  it("nor the address", async () => {
    const user = await service.user();
    const checkReplaced = replacedMeanwhile(user);
    const body = { email: "thief@example.com", current_password: user.password };
    const reply = await service.call(`PATCH /api/users/${user.id}`, { token: user.accessToken, body });
    expect(reply.body).toMatchObject({ status: 401, code: "invalid_credentials" });
    await checkReplaced();
  });
});
