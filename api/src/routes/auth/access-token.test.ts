import jwt from "jsonwebtoken";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService, type TestUser } from "../../testing/service.ts";

const CURRENT = "the secret in use, which is long enough by far";
const PREVIOUS = "the secret before, which is long enough as well";

let service: TestService;
let user: TestUser;
let claims: jwt.JwtPayload;
beforeAll(async () => {
  service = await startService({ JWT_SECRET: CURRENT, JWT_SECRET_PREVIOUS: PREVIOUS });
  user = await service.user();
  claims = jwt.decode(user.accessToken) as jwt.JwtPayload;
});
afterAll(() => service[Symbol.asyncDispose]());

const get = (headers: Record<string, string>) => service.call(`GET /api/users/${user.id}`, { headers });
const withToken = (token: string) => get({ authorization: `Bearer ${token}` });

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const without = (name: string) => Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));
const parts = () => user.accessToken.split(".") as [string, string, string];

it("an unchanged token works, also one signed with the previous key", async () => {
  expect((await withToken(user.accessToken)).status).toBe(200);
  expect((await withToken(jwt.sign(claims, PREVIOUS))).status).toBe(200);
});

describe("is refused", () => {
  const cases: [string, () => string][] = [
    ["with another payload", () => `${parts()[0]}.${part({ ...claims, sub: "2" })}.${parts()[2]}`],
    [
      "with a changed signature",
      () => `${parts()[0]}.${parts()[1]}.${parts()[2].startsWith("A") ? "B" : "A"}${parts()[2].slice(1)}`,
    ],
    ["without a signature", () => `${parts()[0]}.${parts()[1]}.`],
    ["with alg none", () => `${part({ alg: "none", typ: "JWT" })}.${parts()[1]}.`],
    ["with alg none, in capitals, and the old signature", () => `${part({ alg: "NONE" })}.${parts()[1]}.${parts()[2]}`],
    ["with another algorithm", () => jwt.sign(claims, CURRENT, { algorithm: "HS512" })],
    ["when it has expired", () => jwt.sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 1 }, CURRENT)],
    ["without an end", () => jwt.sign(without("exp"), CURRENT)],
    ["for another audience", () => jwt.sign({ ...claims, aud: "merit:mainnet" }, CURRENT)],
    ["without an audience", () => jwt.sign({ ...claims, aud: undefined }, CURRENT)],
    ["of another issuer", () => jwt.sign({ ...claims, iss: "somebody" }, CURRENT)],
    ["signed with another key", () => jwt.sign(claims, "a secret that nobody gave to the service")],
    ["of a session that doesn't exist", () => jwt.sign({ ...claims, sid: 999_999 }, CURRENT)],
    ["of another user's session", () => jwt.sign({ ...claims, sub: "999999" }, CURRENT)],
    ["without a session", () => jwt.sign({ ...claims, sid: undefined }, CURRENT)],
    ["that is none", () => "not-a-token"],
    ["that is a refresh token", () => user.refreshToken],
  ];
  it.each(cases)("%s", async (_, token) => {
    const { status, body, headers } = await withToken(token());
    expect({ status, code: body.code }).toEqual({ status: 401, code: "invalid_token" });
    expect(headers.get("www-authenticate")).toContain('error="invalid_token"');
  });

  it.each(["Bearer", "bearer x", "Bearer x y"])("in the header %j", async (authorization) => {
    expect(await get({ authorization })).toMatchObject({ status: 401, body: { code: "invalid_token" } });
  });

  it.each(["", "Basic dXNlcjpwYXNz", "Bearerx y"])("as missing with the header %j", async (authorization) => {
    expect(await get({ authorization })).toMatchObject({ status: 401, body: { code: "missing_token" } });
  });
});

it("the scheme's case doesn't matter, and schemes other than Bearer are left to other credentials", async () => {
  expect((await get({ authorization: `bEARER ${user.accessToken}` })).status).toBe(200);
  const { key } = await service.merchant(null);
  const search = async (authorization: string) =>
    (await service.call("GET /api/search?q=thanks", { key, headers: { authorization } })).status;
  expect(await search("Basic dXNlcjpwYXNz")).toBe(200);
  expect(await search("Bearer dXNlcjpwYXNz")).toBe(401);
});

it("a token is refused if its key is neither the current nor the previous one", async () => {
  await using rotated = await startService({ JWT_SECRET: "a third secret, after the two that were used" });
  const { id, accessToken } = await rotated.user();
  const own = jwt.decode(accessToken) as jwt.JwtPayload;
  const status = async (token: string) => (await rotated.call(`GET /api/users/${id}`, { token })).status;
  expect(await status(accessToken)).toBe(200);
  expect(await status(jwt.sign(own, CURRENT))).toBe(401);
});

it("a token ends early if its session ends", async () => {
  const other = await service.user();
  const call = () => service.call(`GET /api/users/${other.id}`, { token: other.accessToken });
  expect((await call()).status).toBe(200);
  await service.call("POST /api/auth/logout", { token: other.accessToken });
  expect((await call()).body).toMatchObject({ status: 401, code: "invalid_token" });
});

it("routes for administrators and merchants require their own credentials", async () => {
  const admin = (options: object) => service.call("GET /api/admin/email-logs", options);
  expect((await admin({})).body).toMatchObject({ status: 401, code: "missing_credentials" });
  expect((await admin({ token: user.accessToken })).body).toMatchObject({ status: 403, code: "admin_required" });
  expect((await service.call("GET /api/campaigns", { token: user.accessToken })).body).toMatchObject({
    status: 401,
    code: "missing_api_key",
  });
});
