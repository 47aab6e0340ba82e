import * as tokens from "@merit/core/context/auth/one-time-tokens.ts";
import { hashPassword } from "@merit/core/context/auth/passwords.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type TestService, type TestUser } from "../../testing/service.ts";

/** Most password hashings that may wait and run. */
const PLACES = 202;

let service: TestService;
let user: TestUser;
let token: string;
let stop: () => Promise<void>;
beforeAll(async () => {
  service = await startService();
  user = await service.user();
  const reset = { purpose: "reset_password", userId: user.id, subject: user.email, now: new Date() } as const;
  token = await service.world.context.db.commit((store) => tokens.issue(store, reset));
  stop = keepBusy();
});
afterAll(async () => {
  await stop();
  await service[Symbol.asyncDispose]();
});

/** Each caller comes again as soon as its password is hashed, so that no place is free before `stop`. */
function keepBusy(): () => Promise<void> {
  let stopped = false;
  const callers = Array.from({ length: PLACES }, async () => {
    while (!stopped) await hashPassword("a password");
  });
  return async () => {
    stopped = true;
    await Promise.all(callers);
  };
}

const password = "a new password";
it.each<[string, () => object]>([
  ["POST /api/auth/register", () => ({ email: "new@example.com", password })],
  ["POST /api/auth/login", () => ({ email: user.email, password: user.password })],
  ["PATCH /api/users/me", () => ({ current_password: user.password, password })],
  ["POST /api/auth/password/reset", () => ({ token, password })],
  ["PATCH /api/users/:id", () => ({ current_password: user.password, email: "new@example.com" })],
])("%s says so when too many passwords wait to be hashed", async (request, body) => {
  const options = { token: user.accessToken, body: body() };
  const reply = await service.call(request.replace(":id", String(user.id)), options);
  expect(reply.body).toMatchObject({ status: 503, code: "busy" });
  expect(reply.headers.get("retry-after")).toBeTruthy();
});

it("POST /api/auth/register refuses a taken address without hashing the password", async () => {
  const { email } = user;
  const { body } = await service.call("POST /api/auth/register", { body: { email: email.toUpperCase(), password } });
  expect(body).toMatchObject({ status: 409, code: "email_taken" });
});
