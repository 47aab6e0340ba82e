import { jobs } from "@merit/core/store/db/schema/jobs.ts";
import { emailLogs } from "@merit/core/store/db/schema/mail.ts";
import type { ReceivedMail, TestSmtp } from "@merit/core/testing/smtp.ts";
import { eventually } from "@merit/core/testing/wait.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startMailing } from "../../testing/mailing.ts";
import type { TestService } from "../../testing/service.ts";

let smtp: TestSmtp;
let service: TestService;
let offset: number;
let stop: () => Promise<void>;
beforeEach(async () => {
  offset = 0;
  ({ smtp, service, stop } = await startMailing({}, { now: () => new Date(Date.now() + offset) }));
});
afterEach(() => stop());

const email = "owner@corner.example";
const register = async (address = email) =>
  (await service.call("POST /api/merchants/register", { body: { name: "Shop", email: address } })).body;
const forgot = (address: string) => service.call("POST /api/merchants/keys/recover", { body: { email: address } });
const recover = (token: string | undefined) => service.call("POST /api/merchants/keys/recover", { body: { token } });
const verify = (token: string | undefined, key?: string) =>
  service.call("POST /api/auth/email/verify", { body: { token }, ...(key && { key }) });
const change = (key: string, address: string) =>
  service.call("PATCH /api/merchants/me", { key, body: { email: address } });
const show = async (key: string) => (await service.call("GET /api/merchants/me", { key })).body;

/** The mails with a subject to an address, once there are so many. */
const mailsTo = (address: string, subject: string, count = 1): Promise<ReceivedMail[]> =>
  eventually(() => {
    const found = smtp.mails.filter(
      ({ to, content }) => to.includes(address) && content.includes(`Subject: ${subject}`),
    );
    expect(found).toHaveLength(count);
    return found;
  });
const CONFIRM = "Confirm your merchant's e-mail address";
const CHANGED = "Your e-mail address was changed";
const KEY = "A new API key";
const tokenTo = async (address: string, subject: string, count = 1) =>
  (await mailsTo(address, subject, count)).at(-1)?.token;

/** Waits until the worker has done every request. */
const looked = () =>
  eventually(async () => {
    const waiting = await service.world.context.db.read(async (store) => store.select().from(jobs));
    expect(waiting.filter(({ queue }) => queue === "email")).toEqual([]);
  });

const templatesSkipped = async () => {
  const logs = await service.world.context.db.read(async (store) => store.select().from(emailLogs));
  return logs.filter(({ status }) => status === "skipped").map(({ template }) => template);
};

/** A merchant that has confirmed its address. */
async function registerConfirmed(address = email) {
  const merchant = await register(address);
  expect((await verify(await tokenTo(address, CONFIRM), merchant.api_key)).status).toBe(204);
  return merchant;
}

/** Moves a merchant to another address, as its owner or a thief with its key does. */
async function move(key: string, address: string) {
  expect((await change(key, address)).body).toMatchObject({ pending_email: address });
  expect((await verify(await tokenTo(address, CONFIRM), key)).status).toBe(204);
}

it("a merchant that lost its key gets another one by mail, once per token", async () => {
  const merchant = await registerConfirmed();
  expect((await forgot("Owner@Corner.example")).status).toBe(204);
  const token = await tokenTo(email, KEY);
  const { status, body } = await recover(token);
  expect(status).toBe(201);
  expect(body).toMatchObject({ id: merchant.id, email });
  for (const key of [body.api_key, merchant.api_key]) expect((await show(key)).id).toBe(merchant.id);
  const keys = (await service.call("GET /api/merchants/me/keys", { key: body.api_key })).body.data;
  expect(keys).toMatchObject([{ name: "recovered" }, { name: "default" }]);
  expect((await recover(token)).body.code).toBe("invalid_one_time_token");
});

it.each([{}, { email, token: "a" }, { email, end_other_keys: true }, { end_other_keys: true }])(
  "refuses %j, which is neither a mail's request nor a key's",
  async (body) => {
    const reply = await service.call("POST /api/merchants/keys/recover", { body });
    expect(reply.body).toMatchObject({ status: 422, errors: [{ field: "email" }] });
  },
);

it("answers the same for an address without a merchant, and mails nobody", async () => {
  await registerConfirmed();
  expect(await forgot("nobody@corner.example")).toMatchObject({ status: 204, body: undefined });
  await looked();
  await mailsTo("nobody@corner.example", KEY, 0);
});

it("an address that nobody has confirmed recovers no key", async () => {
  await register();
  await mailsTo(email, CONFIRM);
  expect((await forgot(email)).status).toBe(204);
  await looked();
  await mailsTo(email, KEY, 0);
});

it("an address is confirmed by its mail's token and a key together: either alone may be a stranger's", async () => {
  const merchant = await register();
  const other = await register("other@corner.example");
  const token = await tokenTo(email, CONFIRM);
  expect((await verify(token)).body).toMatchObject({ status: 401, code: "missing_api_key" });
  expect((await verify(token, other.api_key)).body).toMatchObject({ status: 401, code: "missing_api_key" });
  expect(await show(merchant.api_key)).toMatchObject({ email_verified: false });
  expect((await verify(token, merchant.api_key)).status).toBe(204);
  expect(await show(merchant.api_key)).toMatchObject({ email, email_verified: true, pending_email: null });
  expect((await verify(token, merchant.api_key)).status).toBe(422);
});

it("an address that was never confirmed gets its mail again when it is named again", async () => {
  const merchant = await register();
  await mailsTo(email, CONFIRM);
  offset = 61_000;
  expect((await change(merchant.api_key, email)).body).toMatchObject({ email, pending_email: null });
  expect((await verify(await tokenTo(email, CONFIRM, 2), merchant.api_key)).status).toBe(204);
});

it("mails once a minute, and a token ends with the next one, after an hour, and when the address changes", async () => {
  const merchant = await registerConfirmed();
  await forgot(email);
  const first = await tokenTo(email, KEY);
  await forgot(email);
  await looked();
  await mailsTo(email, KEY);
  offset = 61_000;
  await forgot(email);
  const second = await tokenTo(email, KEY, 2);
  expect((await recover(first)).status).toBe(422);
  offset += 3_600_001;
  expect((await recover(second)).status).toBe(422);
  await forgot(email);
  const third = await tokenTo(email, KEY, 3);
  await move(merchant.api_key, "new@corner.example");
  expect((await recover(third)).status).toBe(422);
  expect(await show(merchant.api_key)).toMatchObject({ email: "new@corner.example", email_verified: true });
});

it("a token recovers the merchant that it was made for, not another one that has its address now", async () => {
  const merchant = await registerConfirmed();
  await forgot(email);
  const token = await tokenTo(email, KEY);
  await move(merchant.api_key, "new@corner.example");
  offset = 8 * 86_400_000;
  const other = await register();
  expect((await verify(await tokenTo(email, CONFIRM, 2), other.api_key)).status).toBe(204);
  offset = 0;
  expect((await recover(token)).status).toBe(422);
});

it("a new address changes nothing before it is confirmed, and the answer doesn't tell whether another merchant has it", async () => {
  const merchant = await registerConfirmed();
  await register("taken@corner.example");
  const answers = [];
  for (const address of ["taken@corner.example", "free@corner.example"]) {
    const { status, body } = await change(merchant.api_key, address);
    answers.push({ status, same: body.email === email, pending: body.pending_email === address });
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]).toEqual({ status: 200, same: true, pending: true });
  await change(merchant.api_key, "taken@corner.example");
  // The other merchant's own token is of no use with this key. Of two mails, only the newer one's token is valid; they come in any order.
  const codes: string[] = [];
  for (const { token } of await mailsTo("taken@corner.example", CONFIRM, 3)) {
    codes.push((await verify(token, merchant.api_key)).body.code);
  }
  expect(codes.toSorted()).toEqual(["email_taken", "invalid_one_time_token", "missing_api_key"]);
});

it("few changes are mailed in an hour, so nobody is flooded", async () => {
  const merchant = await registerConfirmed();
  const answers = [];
  for (let n = 0; n < 8; n += 1) answers.push((await change(merchant.api_key, `victim${n % 2}@corner.example`)).status);
  expect(answers).toContain(429);
  await looked();
  expect(smtp.mails.length).toBeLessThanOrEqual(5);
});

describe("the address that was replaced", () => {
  it("takes itself back within seven days, without a key", async () => {
    const merchant = await registerConfirmed();
    await move(merchant.api_key, "thief@corner.example");
    const undo = await tokenTo(email, CHANGED);
    await forgot("thief@corner.example");
    const thiefs = await tokenTo("thief@corner.example", KEY);
    offset = 6 * 86_400_000;
    expect((await verify(undo)).status).toBe(204);
    expect(await show(merchant.api_key)).toMatchObject({ email, email_verified: true, pending_email: null });
    offset = 0;
    expect((await recover(thiefs)).status).toBe(422);
  });

  it("can't after that time", async () => {
    const merchant = await registerConfirmed();
    await move(merchant.api_key, "new@corner.example");
    const undo = await tokenTo(email, CHANGED);
    offset = 7 * 86_400_000 + 60_000;
    expect((await verify(undo)).status).toBe(422);
  });

  it("is kept for it meanwhile: neither a new merchant nor another one gets it", async () => {
    const merchant = await registerConfirmed();
    const other = await registerConfirmed("other@corner.example");
    await move(merchant.api_key, "thief@corner.example");
    await mailsTo(email, CHANGED);
    expect((await service.call("POST /api/merchants/register", { body: { name: "B", email } })).status).toBe(409);
    offset = 61_000;
    await change(other.api_key, email);
    expect((await verify(await tokenTo(email, CONFIRM, 2), other.api_key)).body.code).toBe("email_taken");
  });

  it("wins over an address that was replaced later", async () => {
    const merchant = await registerConfirmed();
    await move(merchant.api_key, "thief@corner.example");
    const undo = await tokenTo(email, CHANGED);
    offset = 1_000;
    await move(merchant.api_key, "thief2@corner.example");
    const thiefs = await tokenTo("thief@corner.example", CHANGED);
    expect((await verify(thiefs)).status).toBe(204);
    expect((await verify(undo)).status).toBe(204);
    expect(await show(merchant.api_key)).toMatchObject({ email });
    expect((await verify(thiefs)).status).toBe(422);
  });

  it("wins also where the later one's mailbox took its mail only afterwards", async () => {
    const merchant = await registerConfirmed();
    await move(merchant.api_key, "thief@corner.example");
    const undo = await tokenTo(email, CHANGED);
    offset = 60_000;
    await change(merchant.api_key, "thief2@corner.example");
    const confirming = await tokenTo("thief2@corner.example", CONFIRM);
    smtp.refusals.push(450);
    expect((await verify(confirming, merchant.api_key)).status).toBe(204);
    await eventually(() => expect(smtp.refusals).toEqual([]));
    expect((await verify(undo)).status).toBe(204);
    offset = 3_600_000;
    await looked();
    expect(await templatesSkipped()).toEqual(["undo_email_change"]);
    expect(
      smtp.mails.filter(({ to, content }) => to.includes("thief@corner.example") && content.includes(CHANGED)),
    ).toEqual([]);
  });
});

it("tokens for users and for merchants don't work for each other", async () => {
  await registerConfirmed();
  await forgot(email);
  const token = await tokenTo(email, KEY);
  const reset = { token, password: "a new password" };
  expect((await service.call("POST /api/auth/password/reset", { body: reset })).status).toBe(422);
  expect((await verify(token)).status).toBe(422);
  expect((await recover(token)).status).toBe(201);
});
