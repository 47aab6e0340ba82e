import { postBounded } from "@merit/core/parties/mail/outbox.ts";
import * as users from "@merit/core/parties/users/store.ts";
import { deadLetters, jobs } from "@merit/core/store/db/schema/jobs.ts";
import { emailLogs } from "@merit/core/store/db/schema/mail.ts";
import type { ReceivedMail, TestSmtp } from "@merit/core/testing/smtp.ts";
import { eventually } from "@merit/core/testing/wait.ts";
import { runMails } from "@merit/core/worker/mail-queue.ts";
import { Keypair, Transaction } from "@stellar/stellar-sdk";
import { asc } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startMailing } from "../../testing/mailing.ts";
import { startService, type TestService, type TestUser } from "../../testing/service.ts";

let smtp: TestSmtp;
let service: TestService;
let offset: number;
let stop: () => Promise<void>;

beforeEach(async () => {
  offset = 0;
  ({ smtp, service, stop } = await startMailing(
    { MAIL_BACKOFF_SECONDS: "0.05" },
    { now: () => new Date(Date.now() + offset) },
  ));
});
afterEach(() => stop());

/** Mails are on their way when the call is answered. */
const arrived = (count: number): Promise<ReceivedMail[]> =>
  eventually(() => {
    expect(smtp.mails.length).toBeGreaterThanOrEqual(count);
    return smtp.mails;
  });
const mailTo = async (address: string, count = 1): Promise<ReceivedMail> =>
  eventually(() => {
    const mail = smtp.mails.filter(({ to }) => to.includes(address))[count - 1];
    if (!mail) throw new Error(`no mail to ${address} yet`);
    return mail;
  });
const settled = () =>
  eventually(async () => {
    const rows = await service.world.context.db.read(async (store) =>
      store.select().from(emailLogs).orderBy(asc(emailLogs.id)),
    );
    expect(rows.map(({ status }) => status)).not.toContain("queued");
    return rows;
  });

const post = (path: string, body: unknown, token?: string) =>
  service.call(`POST /api/auth/${path}`, { body, ...(token !== undefined && { token }) });
/** Logs in with a wallet, which gets an account if it has none. */
async function walletLogin(wallet: Keypair): Promise<{ accessToken: string; id: number }> {
  const { body: challenge } = await service.call(`GET /api/auth/wallet?account=${wallet.publicKey()}`);
  const transaction = new Transaction(challenge.transaction, challenge.network_passphrase);
  transaction.sign(wallet);
  const { accessToken, user } = (await post("wallet", { transaction: transaction.toXdr() })).body;
  return { accessToken, id: user.id };
}
/** Gives an account without a password an address. */
async function confirm(email: string, token: string): Promise<void> {
  await service.call("PATCH /api/users/me", { token, body: { email } });
  expect((await post("email/verify", { token: (await mailTo(email)).token }, token)).status).toBe(204);
}
/** Sets a password with the mail to the address, and logs in with it. */
async function resetByMail(email: string): Promise<{ accessToken: string; id: number }> {
  await post("password/reset", { email });
  const { token } = await eventually(() => {
    const mail = smtp.mails.find(({ content }) => content.includes("Subject: Set a new password"));
    if (!mail?.to.includes(email)) throw new Error(`no new password for ${email} yet`);
    return mail;
  });
  expect((await post("password/reset", { token, password: "a new password" })).status).toBe(204);
  const { accessToken, user } = (await post("login", { email, password: "a new password" })).body;
  return { accessToken, id: user.id };
}
const profile = async ({ id, accessToken }: TestUser) =>
  (await service.call(`GET /api/users/${id}`, { token: accessToken })).body;
const login = async (email: string, password: string) => (await post("login", { email, password })).status;

it.each([
  ["password/reset", {}, "email"],
  ["password/reset", { email: "ada@example.com", token: "a" }, "email"],
  ["password/reset", { token: "a" }, "password"],
  ["password/reset", { password: "a new password" }, "email"],
])("POST /auth/%s %j says what is missing or too much", async (path, body, field) => {
  expect((await post(path, body)).body).toMatchObject({ status: 422, errors: [{ field }] });
});

describe("confirming an address", () => {
  it("registration mails a link whose token confirms the address, once", async () => {
    const user = await service.user({ first_name: "Lovelace <b>" });
    const mail = await mailTo(user.email);
    expect(mail.content).toMatch(/^From: Merit <no-reply@rewards\.example>/m);
    expect(mail.content).toContain("http://localhost");
    // The account may be a stranger's, who chose the name.
    expect(mail.content).toContain("Hello,");
    expect(mail.content).not.toContain("Lovelace");
    expect((await post("email/verify", { token: mail.token }, user.accessToken)).status).toBe(204);
    expect(await profile(user)).toMatchObject({ email: user.email, email_verified: true });
    expect((await post("email/verify", { token: mail.token })).body).toMatchObject({
      status: 422,
      code: "invalid_one_time_token",
    });
  });

  it("the token is valid for a day, and only for this", async () => {
    const user = await service.user();
    const { token } = await mailTo(user.email);
    expect((await post("password/reset", { token, password: "a new password" })).status).toBe(422);
    offset = 86_400_000 + 1;
    expect((await post("email/verify", { token })).status).toBe(422);
  });

  it("the mail comes again on request, a minute later, and the earlier token ends", async () => {
    const user = await service.user();
    const { token } = await mailTo(user.email);
    expect((await post("email/verify", {})).body).toMatchObject({ status: 401, code: "missing_token" });
    const resend = () => post("email/verify", {}, user.accessToken);
    expect((await resend()).body).toMatchObject({ status: 429, code: "too_many_mails" });
    offset = 61_000;
    expect((await resend()).status).toBe(204);
    const second = await mailTo(user.email, 2);
    expect((await post("email/verify", { token })).status).toBe(422);
    expect((await post("email/verify", { token: second.token }, user.accessToken)).status).toBe(204);
    offset = 122_000;
    expect((await resend()).status).toBe(204);
    expect(smtp.mails).toHaveLength(2);
  });

  it("a new address needs the password, and counts once it is confirmed", async () => {
    const user = await service.user();
    await mailTo(user.email);
    const change = (body: object) => service.call(`PATCH /api/users/${user.id}`, { token: user.accessToken, body });
    expect((await change({ email: "new@example.com" })).body).toMatchObject({
      status: 422,
      errors: [{ field: "current_password" }],
    });
    expect((await change({ email: "new@example.com", current_password: "wrong" })).status).toBe(401);
    const changed = await change({ email: "New@example.com", current_password: user.password });
    expect(changed.body).toMatchObject({ email: user.email, pending_email: "new@example.com" });
    expect(await login("new@example.com", user.password)).toBe(401);
    const { token } = await mailTo("new@example.com");
    expect((await post("email/verify", { token }, user.accessToken)).status).toBe(204);
    expect(await profile(user)).toMatchObject({ email: "new@example.com", pending_email: null, email_verified: true });
    expect((await mailTo(user.email, 2)).content).toContain("Subject: Your e-mail address was changed");
    expect(await login("new@example.com", user.password)).toBe(200);
    expect(await login(user.email, user.password)).toBe(401);
  });

  it("an address that somebody else has meanwhile stays theirs", async () => {
    const user = await service.user();
    const body = { email: "wanted@example.com", current_password: user.password };
    await service.call(`PATCH /api/users/${user.id}`, { token: user.accessToken, body });
    const { token } = await mailTo("wanted@example.com");
    await service.user({ email: "wanted@example.com" });
    expect((await post("email/verify", { token })).body).toMatchObject({ status: 409, code: "email_taken" });
    expect((await profile(user)).email).toBe(user.email);
  });
});

describe("a forgotten password", () => {
  it("is replaced by the token of a mail, which ends all sessions and says so", async () => {
    const user = await service.user();
    expect((await post("password/reset", { email: user.email.toUpperCase() })).status).toBe(204);
    const { token } = await mailTo(user.email, 2);
    expect((await post("password/reset", { token, password: "short" })).status).toBe(422);
    const replies = await Promise.all([
      post("password/reset", { token, password: "a new password" }),
      post("password/reset", { token, password: "a new password" }),
    ]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 422]);
    expect(await login(user.email, user.password)).toBe(401);
    expect(await login(user.email, "a new password")).toBe(200);
    expect((await service.call(`GET /api/users/${user.id}`, { token: user.accessToken })).status).toBe(401);
    expect((await post("refresh", { refreshToken: user.refreshToken })).status).toBe(401);
    expect((await mailTo(user.email, 3)).content).toContain("Subject: Your password was changed");
  });

  it("its reset stops a change of address that somebody else began", async () => {
    const user = await service.user();
    const body = { email: "thief@example.com", current_password: user.password };
    await service.call(`PATCH /api/users/${user.id}`, { token: user.accessToken, body });
    const theft = await mailTo("thief@example.com");
    await post("password/reset", { email: user.email });
    const { token } = await mailTo(user.email, 2);
    expect((await post("password/reset", { token, password: "a new password" })).status).toBe(204);
    expect((await post("email/verify", { token: theft.token })).status).toBe(422);
    const login = await post("login", { email: user.email, password: "a new password" });
    expect(login.body.user).toMatchObject({ email: user.email, pending_email: null });
  });

  it("of an unknown address gets the same answer, and no mail", async () => {
    const known = await service.user();
    const replies = [
      await post("password/reset", { email: known.email }),
      await post("password/reset", { email: "nobody@example.com" }),
    ];
    expect(replies.map(({ status, body }) => ({ status, body }))).toEqual([
      { status: 204, body: undefined },
      { status: 204, body: undefined },
    ]);
    await mailTo(known.email, 2);
    await settled();
    expect(smtp.mails.flatMap(({ to }) => to)).not.toContain("nobody@example.com");
  });

  it("is mailed to an account whose address took itself back, which ended the wallets", async () => {
    const { accessToken, id } = await walletLogin(Keypair.random());
    await confirm("ada@example.com", accessToken);
    await confirm("thief@example.com", accessToken);
    const undo = await mailTo("ada@example.com", 2);
    expect(undo.content).toContain("Subject: Your e-mail address was changed");
    expect((await post("email/verify", { token: undo.token })).status).toBe(204);
    expect(await resetByMail("ada@example.com")).toMatchObject({ id });
  });

  it("is mailed to the confirmed address of an account without a password, where a thief has put a wallet in place of the owner's", async () => {
    const [wallet, thiefs] = [Keypair.random(), Keypair.random()];
    const { accessToken: token, id } = await walletLogin(wallet);
    await confirm("ada@example.com", token);
    const wallet_address = thiefs.publicKey();
    const { message } = (await service.call("POST /api/wallet/link", { token, body: { wallet_address } })).body;
    const signature = Buffer.from(thiefs.signMessage(message)).toString("base64");
    const proof = { wallet_address, message, signature };
    expect((await service.call("POST /api/wallet/link", { token, body: proof })).status).toBe(201);
    expect((await service.call(`DELETE /api/wallet/${wallet.publicKey()}`, { token })).status).toBe(204);
    const own = await resetByMail("ada@example.com");
    expect(own.id).toBe(id);
    expect((await service.call("GET /api/users/me", { token })).status).toBe(401);
    const removed = await service.call(`DELETE /api/wallet/${wallet_address}`, { token: own.accessToken });
    expect(removed.status).toBe(204);
    expect((await walletLogin(thiefs)).id).not.toBe(id);
  });

  it("is not mailed to an address that nobody has confirmed for a wallet's account: anybody may have named it", async () => {
    const email = "ada@example.com";
    const wallet = Keypair.random();
    await service.call("POST /api/users", { body: { wallet_address: wallet.publicKey(), email } });
    const { id } = await walletLogin(wallet);
    const { db } = service.world.context;
    const ask = async () => {
      await post("password/reset", { email });
      await eventually(async () => expect(await db.read(async (store) => store.select().from(jobs))).toEqual([]));
      const logs = await db.read(async (store) => store.select().from(emailLogs));
      expect(logs.map(({ template }) => template)).toEqual(["verify_email"]);
    };
    await ask();
    // As no call leaves it: the reset would end the wallet.
    await db.commit((store) => users.update(store, id, { email, pending_email: null }));
    await ask();
  });

  it("a mailbox is not flooded", async () => {
    const user = await service.user();
    for (let turn = 0; turn < 5; turn += 1) await post("password/reset", { email: user.email });
    await mailTo(user.email, 2);
    // A mail that comes after the requested ones: they would have arrived by then.
    const other = await service.user();
    await mailTo(other.email);
    expect(smtp.mails.filter(({ to }) => to.includes(user.email))).toHaveLength(2);
  });

  it("a mail that was sent before the clock was set back doesn't hold back others", async () => {
    const user = await service.user();
    await post("password/reset", { email: user.email });
    await mailTo(user.email, 2);
    offset = -3_600_000;
    await post("password/reset", { email: user.email });
    await mailTo(user.email, 3);
  });

  it("the token ends after an hour", async () => {
    const user = await service.user();
    await post("password/reset", { email: user.email });
    const { token } = await mailTo(user.email, 2);
    offset = 3_600_001;
    expect((await post("password/reset", { token, password: "a new password" })).status).toBe(422);
    expect(await login(user.email, user.password)).toBe(200);
  });
});

describe("a change of the password", () => {
  const patch = (body: object, token: string, id: number | string = "me") =>
    service.call(`PATCH /api/users/${id}`, { body, token });

  it("takes the current password and ends the other sessions", async () => {
    const user = await service.user();
    const other = await post("login", { email: user.email, password: user.password });
    const change = (body: object) => patch(body, user.accessToken);
    expect((await change({ password: "a new password" })).status).toBe(401);
    expect((await change({ current_password: "wrong", password: "a new password" })).status).toBe(401);
    expect((await change({ current_password: user.password, password: "a new password" })).body).toMatchObject({
      id: user.id,
    });
    expect(await profile(user)).toMatchObject({ id: user.id });
    expect((await service.call(`GET /api/users/${user.id}`, { token: other.body.accessToken })).status).toBe(401);
    expect(await login(user.email, "a new password")).toBe(200);
  });

  it("is the user's own, and a call of its own", async () => {
    const [user, admin] = [await service.user(), await service.admin()];
    const body = { current_password: admin.password, password: "a new password" };
    expect((await patch(body, admin.accessToken, user.id)).body).toMatchObject({ status: 403, code: "forbidden" });
    const both = { current_password: user.password, password: "a new password", first_name: "Ada" };
    expect((await patch(both, user.accessToken)).body).toMatchObject({
      status: 422,
      errors: [{ field: "first_name" }],
    });
    expect(await login(user.email, user.password)).toBe(200);
  });

  it("limits wrong guesses of the current password, like a login", async () => {
    const { accessToken, password } = await service.user();
    const change = (current_password: string) => patch({ current_password, password: "a new password" }, accessToken);
    for (let guess = 0; guess < 10; guess += 1) expect((await change("a guess")).status).toBe(401);
    expect((await change(password)).body).toMatchObject({ status: 429, code: "too_many_attempts" });
  });
});

describe("sending", () => {
  it("is tried again when the server is busy, under the same Message-ID", async () => {
    smtp.refusals.push(451);
    const user = await service.user();
    await mailTo(user.email);
    const [row] = await settled();
    expect(row).toMatchObject({ status: "sent", attempts: 2, recipient: user.email, error_message: null });
    expect(smtp.mails[0]?.content).toContain(`Message-ID: ${row?.message_id}`);
  });

  it("ends as failed when all attempts are used, or at once when the recipient is refused", async () => {
    smtp.refusals.push(451, 451);
    const first = await service.user();
    await settled();
    smtp.refusals.push(550);
    const second = await service.user();
    const rows = await settled();
    expect(rows).toMatchObject([
      {
        recipient: first.email,
        status: "failed",
        attempts: 2,
        error_message: "the mail server answered 451 to RCPT TO",
      },
      {
        recipient: second.email,
        status: "failed",
        attempts: 1,
        error_message: "the mail server answered 550 to RCPT TO",
      },
    ]);
    const letters = await service.world.context.db.read(async (store) => store.select().from(deadLetters));
    expect(letters.map(({ queue }) => queue)).toEqual(["email-dlq", "email-dlq"]);
  });

  it("leaves no token in database and logs", async () => {
    const user = await service.user();
    await post("password/reset", { email: user.email });
    await arrived(2);
    await settled();
    const kept = (await service.world.stored()) + service.world.logs.join("");
    expect(kept).toContain(user.email);
    for (const { token } of smtp.mails) {
      expect(token).toHaveLength(43);
      expect(kept.includes(token)).toBe(false);
    }
  });
});

it("without a mail server mails are recorded as skipped on a public network with the reason, and don't count as sent", async () => {
  await using silent = await startService({ MERIT_NETWORK: "testnet" });
  const { context } = silent.world;
  const stopped = new AbortController();
  const running = runMails(context, stopped.signal);
  expect(silent.world.logs.join("")).toContain("SMTP_URL is not set: nobody gets mails");
  const { id: userId, email: recipient } = await silent.user();
  await eventually(async () => {
    const rows = await context.db.read(async (store) => store.select().from(emailLogs));
    const reason = "no mail server is set: set SMTP_URL and MAIL_FROM";
    expect(rows).toMatchObject([{ template: "verify_email", status: "skipped", attempts: 0, error_message: reason }]);
    expect(silent.world.logs.join("")).toContain(reason);
  });
  // Otherwise the first request after the server was set would be dropped.
  const mail = { template: "verify_email", userId, recipient, isConfirmed: false } as const;
  expect(await context.db.commit((store) => postBounded(context, store, mail))).toBe(true);
  stopped.abort();
  await running;
});
