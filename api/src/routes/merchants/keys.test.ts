import * as tokens from "@merit/core/context/auth/one-time-tokens.ts";
import * as merchants from "@merit/core/parties/merchants/store.ts";
import { apiScopes } from "@merit/core/store/db/schema/merchants.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../../testing/service.ts";

let service: TestService;
let now: Date | undefined;
beforeAll(async () => {
  service = await startService();
  const { clock } = service.world.context;
  service.world.context.clock = { now: () => now ?? clock.now() };
});
afterAll(() => service[Symbol.asyncDispose]());

const create = (key: string, body: unknown, headers: Record<string, string> = {}) =>
  service.call("POST /api/merchants/me/keys", { key, body, headers });
const rotate = (key: string, id: number, overlap_hours?: number) =>
  service.call("POST /api/merchants/me/keys", { key, body: { replaces: id, overlap_hours } });
const revoke = (key: string, id: number) => service.call(`DELETE /api/merchants/me/keys/${id}`, { key });
const list = async (key: string) => (await service.call("GET /api/merchants/me/keys", { key })).body.data;
const works = async (key: string) => (await service.call("GET /api/merchants/me", { key })).status === 200;

describe("API keys", () => {
  it("are listed without their secret, the first one of the registration included", async () => {
    const { key } = await service.merchant(null);
    const { status, body } = await create(key, { name: "Till 3", scopes: ["issue", "read"] });
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: "Till 3", scopes: ["read", "issue"], last_used_at: null, expires_at: null });
    expect(await works(body.api_key)).toBe(true);
    const rows = await list(key);
    expect(rows.map(({ name }: { name: string }) => name)).toEqual(["Till 3", "default"]);
    expect(rows[1]).toMatchObject({ scopes: apiScopes, last4: key.slice(-4) });
    expect(JSON.stringify(rows)).not.toContain(key);
    expect(JSON.stringify(rows)).not.toContain(body.api_key);
    expect(service.world.logs.join()).not.toContain(body.api_key);
  });

  it("are created once per Idempotency-Key, and the repeat doesn't show the secret", async () => {
    const { key } = await service.merchant(null);
    const headers = { "idempotency-key": "k-1" };
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => create(key, { name: "A", scopes: ["read"] }, headers)),
    );
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    expect(replies.filter(({ body }) => body.api_key !== null)).toHaveLength(1);
    expect(await list(key)).toHaveLength(2);
  });

  it.each([
    ["scopes.0", { name: "A", scopes: ["admin"] }],
    ["scopes", { name: "A", scopes: [] }],
    ["scopes", { name: "A" }],
    ["name", { name: "" }],
    ["merchant_id", { name: "A", scopes: ["read"], merchant_id: 1 }],
  ])("name %s for %j", async (field, body) => {
    const { key } = await service.merchant(null);
    expect((await create(key, body)).body).toMatchObject({ status: 422, errors: [{ field }] });
  });

  it("are limited to a hundred active ones", async () => {
    const { key } = await service.merchant(null);
    const replies = await Promise.all(Array.from({ length: 100 }, () => create(key, { name: "A", scopes: ["read"] })));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(99);
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({ code: "too_many_api_keys" });
    // The old key would still work for a while beside the new one.
    const [{ id }] = await list(key);
    expect((await rotate(key, id, 1)).body).toMatchObject({ status: 409, code: "too_many_api_keys" });
    expect((await list(key))[0]).toMatchObject({ id, expires_at: null });
    // Otherwise, a thief could keep the merchant out.
    const { id: merchantId, email: subject } = (await service.call("GET /api/merchants/me", { key })).body;
    const about = { purpose: "recover_api_key", userId: null, merchantId, subject, now: new Date() } as const;
    const token = await service.world.context.db.commit(async (store) => {
      await merchants.update(store, merchantId, { email_verified_at: new Date() });
      return tokens.issue(store, about);
    });
    const recovered = await service.call("POST /api/merchants/keys/recover", { body: { token, end_other_keys: true } });
    expect(recovered.status).toBe(201);
    expect((await service.call("GET /api/merchants/me", { key })).status).toBe(401);
    const own = recovered.body.api_key;
    expect(
      (await list(own)).filter(({ revoked_at }: { revoked_at: string | null }) => revoked_at === null),
    ).toHaveLength(1);
    expect(await works(own)).toBe(true);
  });

  it("note their last use, to the minute", async () => {
    const { key } = await service.merchant(null);
    const used = async () => new Date((await list(key))[0].last_used_at).getTime();
    const start = Date.now();
    now = new Date(start);
    await works(key);
    expect(await used()).toBe(start);
    now = new Date(start + 59_000);
    await works(key);
    expect(await used()).toBe(start);
    now = new Date(start + 60_000);
    expect(await used()).toBe(start + 60_000);
    now = undefined;
  });
});

describe("rotation", () => {
  it("gives a new key with the same name and scopes; the old one works for the overlap", async () => {
    const { key } = await service.merchant(null);
    const till = (await create(key, { name: "Till", scopes: ["read"] })).body;
    const { status, body } = await rotate(key, till.id, 2);
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: "Till", scopes: ["read"], expires_at: null });
    const start = Date.now();
    expect([await works(till.api_key), await works(body.api_key)]).toEqual([true, true]);
    now = new Date(start + 2 * 3_600_000 + 1000);
    expect([await works(till.api_key), await works(body.api_key)]).toEqual([false, true]);
    now = undefined;
    expect((await rotate(key, till.id)).body).toMatchObject({ status: 409, code: "api_key_ending" });
  });

  it("with overlap 0 ends the old key at once, the only one too", async () => {
    const { key } = await service.merchant(null);
    const [{ id }] = await list(key);
    const { body } = await rotate(key, id, 0);
    expect([await works(key), await works(body.api_key)]).toEqual([false, true]);
  });

  it("makes one new key for two concurrent requests", async () => {
    const { key } = await service.merchant(null);
    const [{ id }] = await list(key);
    const replies = await Promise.all([rotate(key, id, 1), rotate(key, id, 1)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it("is for the merchant's own keys, and takes no name or scopes", async () => {
    const [{ key }, stranger] = [await service.merchant(null), await service.merchant(null)];
    const [{ id }] = await list(key);
    expect((await rotate(stranger.key, id)).body).toMatchObject({ status: 404, code: "not_found" });
    for (const [field, body] of [
      ["name", { replaces: id, name: "New" }],
      ["scopes", { replaces: id, scopes: ["read"] }],
      ["overlap_hours", { name: "New", scopes: ["read"], overlap_hours: 1 }],
      ["name", { scopes: ["read"] }],
    ] as const)
      expect((await create(key, body)).body).toMatchObject({ status: 422, errors: [{ field }] });
    expect(await list(key)).toMatchObject([{ id, expires_at: null }]);
  });

  it.each([-1, 721, 1.5, "1"])("refuses an overlap of %j", async (overlap_hours) => {
    const { key } = await service.merchant(null);
    const [{ id }] = await list(key);
    const { body } = await create(key, { replaces: id, overlap_hours });
    expect(body).toMatchObject({ status: 422, errors: [{ field: "overlap_hours" }] });
  });
});

describe("revocation", () => {
  it("takes effect at once; a repeat changes nothing", async () => {
    const { key } = await service.merchant(null);
    const till = (await create(key, { name: "Till", scopes: ["read"] })).body;
    const first = await revoke(key, till.id);
    expect(first).toMatchObject({ status: 200, body: { revoked_at: expect.any(String) } });
    expect(await works(till.api_key)).toBe(false);
    expect(await revoke(key, till.id)).toMatchObject({ status: 200, body: first.body });
  });

  it("never takes the last key that manages keys", async () => {
    const { key } = await service.merchant(null);
    const [{ id }] = await list(key);
    expect((await revoke(key, id)).body).toMatchObject({ status: 409, code: "last_account_key" });
    const other = (await create(key, { name: "Owner", scopes: ["account", "read"] })).body;
    expect((await revoke(key, id)).status).toBe(200);
    expect((await revoke(other.api_key, other.id)).body).toMatchObject({ code: "last_account_key" });
  });
});

describe("PATCH /merchants/me", () => {
  const update = (key: string, body: unknown) => service.call("PATCH /api/merchants/me", { key, body });

  it("changes the name at once, and the e-mail address once it is confirmed", async () => {
    const { key } = await service.merchant(null);
    const before = (await service.call("GET /api/merchants/me", { key })).body;
    expect((await update(key, { name: " New " })).body).toEqual({ ...before, name: "New" });
    const email = `new-${before.id}@example.com`;
    const changed = { ...before, name: "New", pending_email: email };
    expect(await update(key, { email: email.toUpperCase() })).toMatchObject({ status: 200, body: changed });
    expect((await service.call("GET /api/merchants/me", { key })).body).toEqual(changed);
  });

  it("refuses an empty change and unknown fields", async () => {
    const b = await service.merchant(null);
    expect((await update(b.key, {})).body).toMatchObject({ status: 422, errors: [{ field: "body" }] });
    expect((await update(b.key, { name: "B", id: 7 })).body).toMatchObject({ status: 422, errors: [{ field: "id" }] });
  });
});
