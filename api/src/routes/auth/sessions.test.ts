import { sessions } from "@merit/core/store/db/schema/users.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startService, type TestService } from "../../testing/service.ts";

let service: TestService;
let now: number;
beforeEach(async () => {
  service = await startService();
  now = Date.now();
  service.world.context.clock = { now: () => new Date(now) };
});
afterEach(() => service[Symbol.asyncDispose]());

const refresh = (refreshToken: string) => service.call("POST /api/auth/refresh", { body: { refreshToken } });
const isOpen = async (id: number, token: string) =>
  (await service.call(`GET /api/users/${id}`, { token })).status === 200;
const list = async (token: string) => (await service.call("GET /api/auth/sessions", { token })).body.data;

const SECOND = 1000;
const DAY = 86_400 * SECOND;

describe("POST /auth/refresh", () => {
  it("gives new tokens, again and again, within one session", async () => {
    const user = await service.user();
    const seen = [user.refreshToken];
    for (let turn = 0; turn < 4; turn += 1) {
      now += 60 * SECOND;
      const { status, body } = await refresh(seen.at(-1) ?? "");
      expect(status).toBe(200);
      expect(Object.keys(body)).toEqual(["accessToken", "refreshToken", "expires_in"]);
      expect(await isOpen(user.id, body.accessToken)).toBe(true);
      seen.push(body.refreshToken);
    }
    expect(new Set(seen).size).toBe(5);
    expect(await service.world.context.db.read(async (store) => store.select().from(sessions))).toHaveLength(1);
  });

  it("ends after 90 days, however often it is used", async () => {
    let { refreshToken } = await service.user();
    for (let days = 6; days < 90; days += 6) {
      now += 6 * DAY;
      const { status, body } = await refresh(refreshToken);
      expect({ days, status }).toEqual({ days, status: 200 });
      refreshToken = body.refreshToken;
    }
    now += 6 * DAY;
    expect((await refresh(refreshToken)).body).toMatchObject({ status: 401, code: "invalid_refresh_token" });
    expect(service.world.logs.join()).not.toContain("refresh token was used again");
  });

  it("a token that is used again ends the session, for the thief and for its owner", async () => {
    const user = await service.user();
    const stolen = user.refreshToken;
    const { body: owner } = await refresh(stolen);
    now += 11 * SECOND;
    expect((await refresh(stolen)).body).toMatchObject({ status: 401, code: "invalid_refresh_token" });
    expect((await refresh(owner.refreshToken)).status).toBe(401);
    expect(await isOpen(user.id, owner.accessToken)).toBe(false);
    expect(service.world.logs.join()).toContain("refresh token was used again");
  });

  it("a token from long before ends the session, too", async () => {
    const user = await service.user();
    const second = (await refresh(user.refreshToken)).body;
    const third = (await refresh(second.refreshToken)).body;
    expect((await refresh(user.refreshToken)).status).toBe(401);
    expect((await refresh(third.refreshToken)).status).toBe(401);
  });

  it("after a lost answer the same token brings the same successor, for ten seconds", async () => {
    const user = await service.user();
    const first = await refresh(user.refreshToken);
    now += 9 * SECOND;
    const again = await refresh(user.refreshToken);
    expect(again.body.refreshToken).toBe(first.body.refreshToken);
    expect((await refresh(again.body.refreshToken)).status).toBe(200);
  });

  it("but not after the successor was used: then the answer did arrive", async () => {
    const user = await service.user();
    const { body } = await refresh(user.refreshToken);
    await refresh(body.refreshToken);
    expect((await refresh(user.refreshToken)).status).toBe(401);
  });

  it("calls at the same moment get the same successor", async () => {
    const user = await service.user();
    const replies = await Promise.all(Array.from({ length: 5 }, () => refresh(user.refreshToken)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(replies.map(({ body }) => body.refreshToken)).size).toBe(1);
  });

  it("the ten seconds also hold after a change of the key", async () => {
    const user = await service.user();
    const first = await refresh(user.refreshToken);
    const { keys } = service.world.context.auth;
    keys.jwtSecrets = [Buffer.alloc(32, 7), ...keys.jwtSecrets];
    expect((await refresh(user.refreshToken)).body.refreshToken).toBe(first.body.refreshToken);
  });

  it("a session ends after seven days without use", async () => {
    const user = await service.user();
    now += 7 * DAY - SECOND;
    const { body } = await refresh(user.refreshToken);
    now += 7 * DAY - SECOND;
    const last = await refresh(body.refreshToken);
    expect(last.status).toBe(200);
    now += 7 * DAY;
    expect((await refresh(last.body.refreshToken)).status).toBe(401);
  });

  it.each(["", "mr_x.y", `mr_${"a".repeat(22)}.${"b".repeat(43)}`])("refuses %j", async (token) => {
    expect([401, 422]).toContain((await refresh(token)).status);
  });
});

describe("sessions", () => {
  const login = async (email: string, password: string, agent: string) =>
    (
      await service.call("POST /api/auth/login", {
        body: { email, password },
        headers: { "user-agent": agent },
      })
    ).body;

  it("are listed with distinguishing details, newest first, page by page", async () => {
    const user = await service.user();
    const phone = await login(user.email, user.password, "Phone/1.0");
    const rows = await list(phone.accessToken);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({ method: "password", user_agent: "Phone/1.0", current: true });
    expect(rows[1].current).toBe(false);
    const { body } = await service.call("GET /api/auth/sessions?limit=1", { token: phone.accessToken });
    const next = await service.call(`GET /api/auth/sessions?limit=1&cursor=${body.next_cursor}`, {
      token: phone.accessToken,
    });
    expect([...body.data, ...next.body.data]).toEqual(rows);
  });

  it("one can be ended by its owner, and by nobody else", async () => {
    const [user, stranger] = [await service.user(), await service.user()];
    const phone = await login(user.email, user.password, "Phone/1.0");
    const [{ id }] = await list(phone.accessToken);
    const end = (token: string) => service.call(`DELETE /api/auth/sessions/${id}`, { token });
    expect((await end(stranger.accessToken)).body).toMatchObject({ status: 404, code: "not_found" });
    expect(await isOpen(user.id, phone.accessToken)).toBe(true);
    expect((await end(user.accessToken)).status).toBe(204);
    expect(await isOpen(user.id, phone.accessToken)).toBe(false);
    expect((await refresh(phone.refreshToken)).status).toBe(401);
    expect((await end(user.accessToken)).status).toBe(404);
    expect(await isOpen(user.id, user.accessToken)).toBe(true);
  });

  it("a repeat under the same Idempotency-Key gets the same answer", async () => {
    const user = await service.user();
    const phone = await login(user.email, user.password, "Phone/1.0");
    const [{ id }] = await list(phone.accessToken);
    const options = { token: user.accessToken, headers: { "idempotency-key": "end-1" } };
    const end = () => service.call(`DELETE /api/auth/sessions/${id}`, options);
    expect((await end()).status).toBe(204);
    const again = await end();
    expect(again.status).toBe(204);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
  });

  it("logout ends the one of the refresh token, also without an access token, and can be repeated", async () => {
    const user = await service.user();
    const phone = await login(user.email, user.password, "Phone/1.0");
    const logout = () => service.call("POST /api/auth/logout", { body: { refreshToken: phone.refreshToken } });
    expect([(await logout()).status, (await logout()).status]).toEqual([204, 204]);
    expect(await isOpen(user.id, phone.accessToken)).toBe(false);
    expect(await isOpen(user.id, user.accessToken)).toBe(true);
  });

  it("logout by refresh token works with an access token that has expired, too", async () => {
    const user = await service.user();
    const options = { token: `${user.accessToken}x`, body: { refreshToken: user.refreshToken } };
    expect((await service.call("POST /api/auth/logout", options)).status).toBe(204);
    expect((await refresh(user.refreshToken)).status).toBe(401);
    expect((await service.call("POST /api/auth/logout", { token: "expired" })).status).toBe(401);
  });

  it("logout without a body ends the one of the access token; without either it says what it needs", async () => {
    const user = await service.user();
    expect((await service.call("POST /api/auth/logout", { token: user.accessToken })).status).toBe(204);
    expect((await refresh(user.refreshToken)).status).toBe(401);
    expect((await service.call("POST /api/auth/logout")).body).toMatchObject({ status: 401, code: "missing_token" });
  });

  it("all are ended at once: every one of the user, and no other's", async () => {
    const [user, stranger] = [await service.user(), await service.user()];
    const phone = await login(user.email, user.password, "Phone/1.0");
    expect((await service.call("DELETE /api/auth/sessions/all", { token: phone.accessToken })).status).toBe(204);
    expect(await isOpen(user.id, phone.accessToken)).toBe(false);
    expect(await isOpen(user.id, user.accessToken)).toBe(false);
    expect((await refresh(user.refreshToken)).status).toBe(401);
    expect(await isOpen(stranger.id, stranger.accessToken)).toBe(true);
    expect((await login(user.email, user.password, "Phone/1.0")).user.id).toBe(user.id);
  });
});
