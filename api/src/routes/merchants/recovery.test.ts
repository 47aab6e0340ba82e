import { jobs } from "@merit/core/store/db/schema/jobs.ts";
import type { ReceivedMail, TestSmtp } from "@merit/core/testing/smtp.ts";
import { eventually } from "@merit/core/testing/wait.ts";
import { afterEach, beforeEach, expect, it } from "vitest";
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
const register = async () =>
  (await service.call("POST /api/merchants/register", { body: { name: "Shop", email } })).body;
const forgot = (address: string) => service.call("POST /api/merchants/keys/forgot", { body: { email: address } });
const recover = (token: string | undefined) => service.call("POST /api/merchants/keys/recover", { body: { token } });
const mails = (count: number): Promise<ReceivedMail[]> =>
  eventually(() => {
    expect(smtp.mails).toHaveLength(count);
    return smtp.mails;
  });
/** Until the worker has done every request. */
const looked = () =>
  eventually(async () => {
    const waiting = await service.world.context.db.read(async (store) => store.select().from(jobs));
    expect(waiting.filter(({ queue }) => queue === "email")).toEqual([]);
  });

it("a merchant that lost its key gets another one by mail, once per token", async () => {
  const merchant = await register();
  expect((await forgot("Owner@Corner.example")).status).toBe(204);
  const [mail] = await mails(1);
  expect(mail?.content).toContain(`To: ${email}`);
  const { status, body } = await recover(mail?.token);
  expect(status).toBe(201);
  expect(body).toMatchObject({ id: merchant.id, email });
  for (const key of [body.api_key, merchant.api_key]) {
    expect((await service.call("GET /api/merchants/me", { key })).body.id).toBe(merchant.id);
  }
  const keys = (await service.call("GET /api/merchants/me/keys", { key: body.api_key })).body.data;
  expect(keys).toMatchObject([{ name: "recovered" }, { name: "default" }]);
  expect((await recover(mail?.token)).body.code).toBe("invalid_one_time_token");
});

it("answers the same for an address without a merchant, and mails nobody", async () => {
  await register();
  expect(await forgot("nobody@corner.example")).toMatchObject({ status: 204, body: undefined });
  await looked();
  expect(smtp.mails).toEqual([]);
});

it("mails once a minute, and a token ends with the next one, after an hour, and when the address changes", async () => {
  const merchant = await register();
  await forgot(email);
  const [first] = await mails(1);
  await forgot(email);
  await looked();
  expect(smtp.mails).toHaveLength(1);
  offset = 61_000;
  await forgot(email);
  const [, second] = await mails(2);
  expect((await recover(first?.token)).status).toBe(422);
  offset += 3_600_001;
  expect((await recover(second?.token)).status).toBe(422);
  await forgot(email);
  const [, , third] = await mails(3);
  const change = { key: merchant.api_key, body: { email: "new@corner.example" } };
  await service.call("PATCH /api/merchants/me", change);
  // The address that was replaced is told.
  expect((await mails(4))[3]?.content).toMatch(
    /To: owner@corner\.example[\s\S]*e-mail address of your account was changed/,
  );
  expect((await recover(third?.token)).status).toBe(422);
});

it("tokens for users and for merchants don't work for each other", async () => {
  await register();
  await forgot(email);
  const [mail] = await mails(1);
  const reset = { token: mail?.token, password: "a new password" };
  expect((await service.call("POST /api/auth/password/reset", { body: reset })).status).toBe(422);
  expect((await recover(mail?.token)).status).toBe(201);
});
