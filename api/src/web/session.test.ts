import * as tokens from "@merit/core/context/auth/one-time-tokens.ts";
import { eventually } from "@merit/core/testing/wait.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { rawRequest } from "../testing/raw-request.ts";
import { startService, type TestService } from "../testing/service.ts";

let service: TestService;
const start = async (env: Record<string, string> = {}) => {
  service = await startService(env);
};
beforeEach(() => start());
afterEach(() => service[Symbol.asyncDispose]());

type Role = "merchant" | "user";
const own = () => ({ origin: service.server.url });

/** Exchanges a credential for a cookie, as a page of ours does. */
async function login(credential: object, headers: Record<string, string> = own()) {
  const { status, body, headers: sent } = await service.call("POST /app/session", { body: credential, headers });
  const cookies = sent.getSetCookie();
  return { status, body, cookies, cookie: cookies[0]?.split(";")[0] ?? "" };
}

const as = (role: Role, cookie: string, headers: Record<string, string> = {}) => ({
  headers: { "x-merit-session": role, cookie, ...headers },
});

/** The description's table has no answers to pages of other sites, so `call` wouldn't take them. */
async function rename({ headers }: { headers: Record<string, string> }) {
  const reply = await fetch(`${service.server.url}/api/merchants/me`, {
    method: "PATCH",
    body: JSON.stringify({ name: "Renamed" }),
    headers: { "content-type": "application/json", ...headers },
  });
  const { code, name } = (await reply.json()) as { code?: string; name?: string };
  return { status: reply.status, code, name };
}

const asMerchant = async () => {
  const merchant = await service.merchant();
  return { ...merchant, ...(await login({ api_key: merchant.key })) };
};
const asUser = async () => {
  const user = await service.user();
  return { ...user, ...(await login({ refreshToken: user.refreshToken })) };
};

describe("a browser's session", () => {
  it("calls as the merchant whose key was exchanged", async () => {
    const { id, cookie, body } = await asMerchant();
    expect(body).toEqual({ role: "merchant", expires_at: expect.stringMatching(/Z$/) });
    const { status, body: self } = await service.call("GET /api/merchants/me", as("merchant", cookie));
    expect([status, self.id]).toEqual([200, id]);
  });

  it("confirms the address of the merchant who is logged in there", async () => {
    const { id, cookie } = await asMerchant();
    const { db, clock } = service.world.context;
    const { email: subject } = (await service.call("GET /api/merchants/me", as("merchant", cookie))).body;
    const about = { purpose: "confirm_merchant_email", userId: null, merchantId: id, subject } as const;
    const token = await db.commit((store) => tokens.issue(store, { ...about, now: clock.now() }));
    const verify = (role: Role) =>
      service.call("POST /api/auth/email/verify", { body: { token }, ...as(role, cookie, own()) });
    expect((await verify("user")).body.code).toBe("missing_api_key");
    expect((await verify("merchant")).status).toBe(204);
  });

  it("calls as the user whose login was exchanged", async () => {
    const { id, cookie } = await asUser();
    const { status, body } = await service.call("GET /api/users/me", as("user", cookie));
    expect([status, body.id]).toEqual([200, id]);
  });

  it("is both when the browser has logged in as both, and each call says as whom", async () => {
    const [merchant, user] = [await asMerchant(), await asUser()];
    const both = `${merchant.cookie}; ${user.cookie}`;
    expect((await service.call("GET /api/merchants/me", as("merchant", both))).body.id).toBe(merchant.id);
    expect((await service.call("GET /api/users/me", as("user", both))).body.id).toBe(user.id);
    expect((await service.call("GET /api/users/me", as("merchant", both))).status).toBe(401);
  });

  it("says which roles it has, without the cookies", async () => {
    const merchant = await asMerchant();
    const roles = async (cookie: string) =>
      (await service.call("GET /app/session", { headers: { cookie } })).body.roles;
    expect(await roles(merchant.cookie)).toEqual(["merchant"]);
    expect(await roles(`${merchant.cookie}; ${(await asUser()).cookie}`)).toEqual(["merchant", "user"]);
    expect(await roles("merit_merchant=made-up")).toEqual([]);
  });

  it("has a cookie that scripts can't read and other sites don't send", async () => {
    const { cookies } = await asMerchant();
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(/^merit_merchant=[\w-]{43}; Path=\/; Expires=.+; HttpOnly; SameSite=Strict$/);
  });

  it("has a cookie for https alone where the service is reached by https", async () => {
    await service[Symbol.asyncDispose]();
    await start({ PUBLIC_URL: "https://rewards.example" });
    const { key } = await service.merchant();
    const { cookies } = await login({ api_key: key }, { origin: "https://rewards.example" });
    expect(cookies[0]).toMatch(/^__Host-merit_merchant=.+; HttpOnly; SameSite=Strict; Secure$/);
  });

  it("stores no token: neither the database nor the log has it", async () => {
    const { cookie, key } = await asMerchant();
    const [, token = ""] = cookie.split("=");
    expect(token).toHaveLength(43);
    const stored = await service.world.stored();
    expect(stored).toContain("shop");
    expect([stored.includes(token), stored.includes(key)]).toEqual([false, false]);
    expect(service.world.logs.join()).not.toContain(token);
  });
});

describe("a page of another site", () => {
  it.each([
    ["another origin", { origin: "https://evil.example" }],
    ["the origin of a sandboxed frame", { origin: "null" }],
    ["no origin", {}],
  ])("can't change anything with a visitor's cookie: %s", async (_, headers: Record<string, string>) => {
    const { cookie } = await asMerchant();
    expect(await rename(as("merchant", cookie, headers))).toMatchObject({ status: 403, code: "origin_not_allowed" });
  });

  it("can't use the cookie without the header, which only our pages can add", async () => {
    const { cookie } = await asMerchant();
    const { status, body } = await service.call("GET /api/merchants/me", { headers: { cookie } });
    expect([status, body.code]).toEqual([401, "missing_api_key"]);
    const preflight = await fetch(`${service.server.url}/api/merchants/me`, {
      method: "OPTIONS",
      headers: { origin: "https://evil.example", "access-control-request-headers": "x-merit-session" },
    });
    expect(preflight.headers.get("access-control-allow-headers")).toBeNull();
  });

  it("can't add it where CORS_ORIGINS lets the page call the API with credentials of its own", async () => {
    await service[Symbol.asyncDispose]();
    await start({ CORS_ORIGINS: "https://shop.example" });
    const preflight = await fetch(`${service.server.url}/api/merchants/me`, {
      method: "OPTIONS",
      headers: {
        origin: "https://shop.example",
        "access-control-request-method": "PATCH",
        "access-control-request-headers": "x-merit-session",
      },
    });
    expect(preflight.headers.get("access-control-allow-credentials")).toBeNull();
    expect(preflight.headers.get("access-control-allow-headers")).not.toContain("x-merit-session");
    const { cookie } = await asMerchant();
    const { status } = await rename(as("merchant", cookie, { origin: "https://shop.example" }));
    expect(status).toBe(403);
  });

  it("can't log a visitor in as somebody else", async () => {
    const { key } = await service.merchant();
    const { status, cookies } = await login({ api_key: key }, { origin: "https://evil.example" });
    expect([status, cookies]).toEqual([403, []]);
  });

  it.each([
    ["http://rewards.example", 403],
    ["https://rewards.example", 200],
  ])("is one by plain http where the service is reached by https: %s gets %i", async (origin, status) => {
    await service[Symbol.asyncDispose]();
    await start({ PUBLIC_URL: "https://www.rewards.example" });
    const { key } = await service.merchant();
    const headers = { host: "rewards.example", origin, "content-type": "application/json" };
    const body = JSON.stringify({ api_key: key });
    const reply = await rawRequest(`${service.server.url}/app/session`, { method: "POST", headers, body });
    expect(reply.status).toBe(status);
  });

  it("can change something when it is ours", async () => {
    const { cookie } = await asMerchant();
    expect(await rename(as("merchant", cookie, own()))).toMatchObject({ status: 200, name: "Renamed" });
  });
});

describe("the end of a session", () => {
  const isOpen = async (role: Role, cookie: string) =>
    (await service.call(`GET /api/${role === "merchant" ? "merchants" : "users"}/me`, as(role, cookie))).status === 200;

  it("comes with logging out, for a copy of the cookie as well", async () => {
    const { cookie } = await asMerchant();
    expect(await isOpen("merchant", cookie)).toBe(true);
    const headers = { cookie, ...own() };
    const reply = await service.call("DELETE /app/session", { body: { role: "merchant" }, headers });
    expect(reply.status).toBe(204);
    expect(reply.headers.getSetCookie()[0]).toMatch(/^merit_merchant=; Path=\/; Expires=Thu, 01 Jan 1970/);
    expect(await isOpen("merchant", cookie)).toBe(false);
  });

  it("ends a user's tokens as well", async () => {
    const { cookie, accessToken } = await asUser();
    await service.call("DELETE /app/session", { body: { role: "user" }, headers: { cookie, ...own() } });
    expect((await service.call("GET /api/users/me", { token: accessToken })).status).toBe(401);
  });

  it("comes with the revocation of the merchant's key", async () => {
    const { cookie, key } = await asMerchant();
    const { body: keys } = await service.call("GET /api/merchants/me/keys", { key });
    const other = await service.call("POST /api/merchants/me/keys", {
      key,
      body: { name: "Till", scopes: ["account"] },
    });
    await service.call(`DELETE /api/merchants/me/keys/${keys.data[0].id}`, { key: other.body.api_key });
    expect(await isOpen("merchant", cookie)).toBe(false);
  });

  it("comes with the user ending all sessions", async () => {
    const { cookie, accessToken } = await asUser();
    await service.call("DELETE /api/auth/sessions/all", { token: accessToken });
    expect(await isOpen("user", cookie)).toBe(false);
  });

  it("comes by time", async () => {
    await service[Symbol.asyncDispose]();
    await start({ REFRESH_TOKEN_TTL: "1s", ACCESS_TOKEN_TTL: "1s" });
    const { cookie } = await asMerchant();
    await eventually(async () => expect(await isOpen("merchant", cookie)).toBe(false));
  });
});

it.each([
  ["an unknown key", { api_key: "mk_test_x" }, 401, "invalid_api_key"],
  ["an unknown token", { refreshToken: "mr_x" }, 401, "invalid_refresh_token"],
  ["nothing", {}, 422, "validation_failed"],
])("refuses %s", async (_, credential, status, code) => {
  const reply = await login(credential);
  expect([reply.status, reply.body.code, reply.cookies]).toEqual([status, code, []]);
});

it("refuses a key that can't read, with which no page can be shown", async () => {
  const { key } = await service.merchant();
  const body = { name: "Till", scopes: ["issue"] };
  const { body: till } = await service.call("POST /api/merchants/me/keys", { key, body });
  const reply = await login({ api_key: till.api_key });
  expect([reply.status, reply.body.code, reply.cookies]).toEqual([403, "insufficient_scope", []]);
  expect(reply.body.detail).toMatch(/needs an API key with the scope read\. This key has issue\.$/);
});

it("accepts the pages of PUBLIC_URL, behind a proxy that changes the host", async () => {
  await service[Symbol.asyncDispose]();
  await start({ PUBLIC_URL: "http://rewards.example" });
  const { key } = await service.merchant();
  expect((await login({ api_key: key }, { origin: "http://rewards.example" })).status).toBe(200);
});
