import jwt from "jsonwebtoken";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../../testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const register = (body: unknown, headers = {}) => service.call("POST /api/auth/register", { body, headers });
const login = (email: string, password: string) => service.call("POST /api/auth/login", { body: { email, password } });
const me = (id: number, token: string) => service.call(`GET /api/users/${id}`, { token });

describe("from register to a protected route", () => {
  it("both tokens of registration work, and so does the one of a login", async () => {
    const { status, body } = await register({
      email: " Ada@Example.com ",
      password: "correct horse",
      first_name: "Ada",
      last_name: "Lovelace",
    });
    expect(status).toBe(201);
    expect(Object.keys(body)).toEqual(["accessToken", "refreshToken", "expires_in", "user"]);
    expect(body.expires_in).toBe(900);
    expect(body.user).toMatchObject({
      email: "ada@example.com",
      first_name: "Ada",
      role: "user",
      email_verified: false,
    });
    expect(await me(body.user.id, body.accessToken)).toMatchObject({ status: 200, body: body.user });

    const loggedIn = await login("ADA@example.com", "correct horse");
    expect(loggedIn).toMatchObject({ status: 200, body: { user: body.user, expires_in: 900 } });
    expect(await me(body.user.id, loggedIn.body.accessToken)).toMatchObject({ status: 200, body: body.user });

    const { body: next } = await service.call("POST /api/auth/refresh", { body: { refreshToken: body.refreshToken } });
    expect(next.expires_in).toBe(900);
    expect(await me(body.user.id, next.accessToken)).toMatchObject({ status: 200, body: body.user });
  });

  it("a token names user, session, issuer and audience, lives 15 minutes, and holds nothing else", async () => {
    const { id, accessToken } = await service.user();
    const { header, payload } = jwt.decode(accessToken, { complete: true }) as jwt.Jwt;
    expect(header).toEqual({ alg: "HS256", typ: "JWT" });
    const claims = payload as jwt.JwtPayload;
    expect(claims).toEqual({
      sub: String(id),
      sid: expect.any(Number),
      iss: "merit",
      aud: "merit:local",
      iat: expect.any(Number),
      exp: (claims.iat ?? 0) + 900,
    });
  });

  it("keeps neither password nor tokens: they are nowhere in the database and the logs", async () => {
    const { id, email, password, accessToken, refreshToken } = await service.user({ password: "to be found nowhere" });
    await me(id, accessToken);
    await service.call("POST /api/auth/refresh", { body: { refreshToken } });
    const kept = (await service.world.stored()) + service.world.logs.join("");
    expect(kept).toContain(email);
    for (const secret of [password, accessToken, refreshToken]) expect(kept.includes(secret)).toBe(false);
  });
});

describe("POST /auth/register", () => {
  it("refuses an address that has an account, however it is written", async () => {
    const { email } = await service.user();
    const { body } = await register({ email: email.toUpperCase(), password: "12345678" });
    expect(body).toMatchObject({ status: 409, code: "email_taken" });
  });

  it("of two registrations at the same moment one gets the address", async () => {
    const body = { email: "race@example.com", password: "12345678" };
    const replies = await Promise.all([register(body), register(body), register(body)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  });

  it.each([
    ["role", { role: "admin" }, /remove it/],
    ["email", { email: "nobody" }, /e-mail address/],
    ["password", { password: "1234567" }, /at least 8/],
    ["password", { password: "x".repeat(129) }, /at most 128/],
    ["password", { password: undefined }, /is required/],
    ["first_name", { first_name: "" }, /empty/],
    ["referral_code", { referral_code: "NOBODYHAS1" }, /belongs to no user/],
  ])("names %s for %j", async (field, change, message) => {
    const { body } = await register({ email: "field@example.com", password: "12345678", ...change });
    expect(body).toMatchObject({ status: 422, code: "validation_failed", errors: [{ field }] });
    expect(body.errors[0].message).toMatch(message);
  });

  it("a repeat under the same key makes no second account, and gives out no tokens", async () => {
    const body = { email: "repeat@example.com", password: "12345678" };
    const headers = { "idempotency-key": "reg-1" };
    const replies = await Promise.all([register(body, headers), register(body, headers)]);
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    // With another password it is somebody else's call, who learns nothing of the account.
    expect((await register({ ...body, password: "another password" }, headers)).status).toBe(409);
    expect(new Set(replies.map((reply) => reply.body.user.id)).size).toBe(1);
    expect(replies.filter((reply) => reply.body.accessToken !== null)).toHaveLength(1);
    expect((await login(body.email, "another password")).status).toBe(401);
  });
});

describe("POST /auth/login", () => {
  it("answers the same for an unknown address and a wrong password", async () => {
    const { email } = await service.user();
    const wrong = await login(email, "not the password");
    const unknown = await login("nobody@example.com", "not the password");
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get("www-authenticate")).toMatch(/^Bearer/);
    expect(wrong.headers.get("ratelimit")).toMatch(/^"login";r=9;t=6[01]$/);
    const { request_id: _, ...rest } = wrong.body;
    expect(unknown.body).toMatchObject(rest);
    expect(rest.code).toBe("invalid_credentials");
  });

  it("takes as long for an unknown address as for a wrong password", async () => {
    await login("warm.up@example.com", "decoy");
    // The processor's time: the clock's depends on what else the machine does.
    const timeOf = async (email: string) => {
      const start = process.cpuUsage();
      await login(email, "not the password");
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      known.push(await timeOf((await service.user()).email));
      unknown.push(await timeOf(`nobody${turn}@example.com`));
    }
    const best = (times: number[]) => Math.min(...times);
    // Without the decoy an unknown address takes a tenth of the time.
    expect(best(unknown)).toBeGreaterThan(best(known) / 2);
  });

  it("compares passwords by their characters, not by their Unicode composition", async () => {
    const { email } = await service.user({ password: "Zürich 2026".normalize("NFC") });
    expect((await login(email, "Zürich 2026".normalize("NFD"))).status).toBe(200);
  });

  it("limits wrong passwords per account, and says when to retry", async () => {
    const { email, password } = await service.user();
    const guesses = await Promise.all(Array.from({ length: 14 }, () => login(email, "a guess")));
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10);
    const refused = await login(email, password);
    expect(refused.body).toMatchObject({ status: 429, code: "too_many_attempts" });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(61);
    expect(refused.headers.get("ratelimit-policy")).toBe('"login";q=10;w=60');
    expect(refused.headers.get("ratelimit")).toMatch(/^"login";r=0;t=\d+$/);
    expect(await service.world.context.metrics.registry.metrics()).toContain('policy="login"');
    const other = await service.user();
    expect((await login(other.email, other.password)).status).toBe(200);
  });

  it("a successful login doesn't count", async () => {
    const { email, password } = await service.user();
    for (let turn = 0; turn < 12; turn += 1) expect((await login(email, password)).status).toBe(200);
  });

  it("limits wrong passwords per address, whatever the account", async () => {
    await using publicService = await startService({ MERIT_NETWORK: "testnet" });
    const guess = (name: number) =>
      publicService.call("POST /api/auth/login", { body: { email: `a${name}@example.com`, password: "a guess" } });
    const replies = await Promise.all(Array.from({ length: 12 }, (_, name) => guess(name)));
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(2);
    expect((await guess(99)).body).toMatchObject({ code: "too_many_attempts" });
  });

  it("takes the limit from RATE_LIMIT_LOGIN, and finds the address behind trusted proxies", async () => {
    await using service = await startService({
      RATE_LIMIT_LOGIN: "1",
      RATE_LIMIT_WHITELIST: "192.0.2.1",
      TRUSTED_PROXIES: "127.0.0.1",
    });
    const guess = (email: string, address: string) =>
      service.call("POST /api/auth/login", {
        body: { email, password: "a guess" },
        headers: { "x-forwarded-for": address },
      });
    expect((await guess("a@example.com", "203.0.113.1")).status).toBe(401);
    expect((await guess("b@example.com", "203.0.113.1")).status).toBe(429);
    expect((await guess("b@example.com", "203.0.113.2")).status).toBe(401);
    // Only the address can be without limits, never the account.
    expect((await guess("c@example.com", "192.0.2.1")).status).toBe(401);
    expect((await guess("d@example.com", "192.0.2.1")).status).toBe(401);
    expect((await guess("d@example.com", "192.0.2.1")).status).toBe(429);
  });
});
