import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { merit } from "../testing/cli.ts";
import { scriptedApi } from "../testing/scripted-api.ts";

const { api, folder, env } = scriptedApi({ MERIT_API_KEY: "old" });

const key = {
  id: 7,
  name: "Till 3",
  scopes: ["read", "issue"],
  last4: "wxyz",
  created_at: "2027-01-01T00:00:00.000Z",
  last_used_at: null,
  expires_at: null,
  revoked_at: null,
};

beforeEach(async () => {
  const created = { status: 201, body: { ...key, api_key: "new-secret" } };
  api.on("POST /merchants/me/keys", created);
  api.on("DELETE /merchants/me/keys/7", { body: { ...key, revoked_at: "2027-01-02T00:00:00.000Z" } });
  api.on("GET /merchants/me/keys", { body: { data: [key], has_more: false, next_cursor: null } });
  const shop = {
    id: 3,
    email: "a@shop.example",
    email_verified: true,
    pending_email: null,
    created_at: key.created_at,
  };
  api.on("GET /merchants/me", { body: { ...shop, name: "Shop" } });
  api.on("PATCH /merchants/me", { body: { ...shop, name: "New" } });
});

const keys = (...args: string[]) => merit(["merchant", "keys", ...args], { env });

it("create prints the key once and sends its scopes", async () => {
  const { code, out, err } = await keys("create", "--name", "Till 3", "--scope", "issue", "read");
  expect({ code, body: api.requests[0]?.body }).toEqual({
    code: 0,
    body: { name: "Till 3", scopes: ["issue", "read"] },
  });
  expect(out).toMatch(/^API key +new-secret$/m);
  expect(err).toMatch(/not saved/);
});

it("create asks for the scopes: a key that can do everything is made on purpose", async () => {
  expect(await keys("create", "--name", "Till 3")).toMatchObject({ code: 2, err: expect.stringContaining("--scope") });
  expect(api.requests).toEqual([]);
});

it("rotate saves the new key if asked to", async () => {
  expect(await keys("rotate", "7", "--overlap-hours", "0", "--save")).toMatchObject({ code: 0 });
  // The old key is of no use any more once it is rotated.
  expect(api.requests.map(({ path }) => path)).toEqual(["/merchants/me", "/merchants/me/keys"]);
  expect(api.requests[1]?.body).toEqual({ replaces: 7, overlap_hours: 0 });
  const profile = JSON.parse(readFileSync(join(folder, "merit", "config.json"), "utf8"));
  expect(profile.servers[api.url]).toEqual({ api_key: "new-secret", merchant_id: 3, name: "Shop" });
});

it("list and revoke show no secret", async () => {
  expect((await keys("list")).out).toMatch(/7 +Till 3 +read,issue +\.\.\.wxyz/);
  expect((await keys("revoke", "7")).out).toMatch(/^Revoked +2027-01-02/m);
});

it("reports a wrong overlap before anything is sent", async () => {
  expect(await keys("rotate", "7", "--overlap-hours", "x")).toMatchObject({
    code: 2,
    err: expect.stringMatching(/0 or more/),
  });
  expect(api.requests).toEqual([]);
});

it("merchant update sends the given fields, and needs at least one", async () => {
  expect((await merit(["merchant", "update", "--name", "New"], { env })).out).toMatch(/^Name +New$/m);
  expect(api.requests[0]?.body).toEqual({ name: "New" });
  expect(await merit(["merchant", "update"], { env })).toMatchObject({ code: 2 });
});
