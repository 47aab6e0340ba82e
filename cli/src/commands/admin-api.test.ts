import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService, type TestService, type TestUser } from "@merit/api/testing/service.ts";
import { reportsJob } from "@merit/core/operations/reports/recurring.ts";
import * as users from "@merit/core/parties/users/store.ts";
import { queueNames } from "@merit/core/store/db/schema/jobs.ts";
import { newContract, newWallet } from "@merit/core/testing/chain.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { merit } from "../testing/cli.ts";

// The commands of administrators against the service itself.

let service: TestService;
let admin: TestUser;
let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  service = await startService();
  admin = await service.admin();
  folder = mkdtempSync(join(tmpdir(), "merit-admin-cli-"));
  env = { MERIT_URL: `${service.server.url}/api`, XDG_CONFIG_HOME: folder };
  expect((await login()).code).toBe(0);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const login = (password = admin.password) =>
  merit(["login", "--email", admin.email, "--password-stdin"], { env, stdin: `${password}\n` });
const path = () => join(folder, "merit", "config.json");
const saved = () => Object.values(JSON.parse(readFileSync(path(), "utf8")).logins)[0] as Record<string, string>;
/** The answer of a command that has to succeed. */
const run = async (...args: string[]) => {
  const { code, out, err } = await merit([...args, "--json"], { env });
  expect(err).toBe("");
  expect(code).toBe(0);
  return JSON.parse(out);
};

it("keeps the session for its owner alone, and never the password", () => {
  expect(statSync(path()).mode & 0o777).toBe(0o600);
  expect(readFileSync(path(), "utf8")).not.toContain(admin.password);
  expect(saved().email).toBe(admin.email);
});

it("lists merchants by their address", async () => {
  const { id } = await service.merchant();
  const { data } = await run("admin", "merchants", "--limit", "100");
  const found = data.find((row: { id: number }) => row.id === id);
  expect(await run("admin", "merchants", "--email", found.email)).toMatchObject({ data: [{ id }] });
});

it("lists a merchant's campaigns and rewards", async () => {
  const { id, key, campaignId } = await service.merchant();
  const body = { idempotency_key: "a", campaign_id: campaignId, wallet_address: newWallet(), amount: "1" };
  const reward = await service.call("POST /api/rewards/issue", { key, body });
  expect((await run("admin", "campaigns", String(id))).data).toMatchObject([{ id: campaignId }]);
  expect((await run("admin", "rewards", String(id))).data).toMatchObject([{ id: reward.body.id }]);
  const failed = await merit(["admin", "rewards", String(id), "--status", "failed", "--json"], { env });
  expect(JSON.parse(failed.out).data).toEqual([]);
});

it("marks addresses that nobody has confirmed, of users also before they have another one", async () => {
  const { id, email } = await service.user();
  const rows = async (...args: string[]) => (await merit(["admin", ...args], { env })).out;
  expect(await rows("users", "--email", email)).toContain(`${email} (not confirmed)`);
  const change = (to: object) => service.world.context.db.commit((store) => users.update(store, id, to));
  await change({ email: null, pending_email: email });
  expect(await rows("role", String(id), "user")).toContain(`${email} (not confirmed)`);
  await change({ email, pending_email: null, email_verified_at: new Date() });
  expect(await rows("users", "--email", email)).toMatch(new RegExp(`${email} +user`));
  const merchant = await service.call("POST /api/merchants/register", { body: { name: "Shop", email } });
  expect(merchant.status).toBe(201);
  expect(await rows("merchants")).toContain(`${email} (not confirmed)`);
});

it("lists users, gives roles, and shows who did", async () => {
  const user = await service.user();
  expect((await run("admin", "users", "--email", user.email)).data).toMatchObject([{ id: user.id, role: "user" }]);
  expect(await run("admin", "role", String(user.id), "admin")).toMatchObject({ role: "admin" });
  const { data } = await run("admin", "audit-log", "--subject", `user:${user.id}`, "--from", "2020-01-01");
  expect(data).toMatchObject([{ actor: `user:${admin.id}`, action: "user.role" }]);
  const adjust = ["admin", "adjust-points", String(user.id), "--reason", "Booked twice", "--points"];
  const once = [...adjust, "-1", "--idempotency-key", "booked-twice"];
  const adjusted = await run(...once);
  expect(adjusted).toMatchObject({ user_id: user.id, merchant_id: null, points: -1 });
  expect(await run(...once)).toEqual(adjusted);
  const failed = await merit([...adjust, "-1000000", "--json"], { env });
  expect(JSON.parse(failed.err).idempotency_key).toMatch(/^[0-9a-f-]{36}$/);
  expect(await merit([...adjust, "-1000000"], { env })).toMatchObject({
    code: 1,
    err: expect.stringMatching(/points/),
  });
  expect((await merit([...adjust, "0"], { env })).code).toBe(2);
  const { out } = await merit(["admin", "audit-log"], { env });
  expect(out).toContain(`user:${user.id}`);
});

it("shows queues, jobs and backups, and starts them", async () => {
  expect((await run("admin", "queues", "list")).data).toHaveLength(queueNames.length);
  expect((await run("admin", "queues", "dead-letters", "email")).data).toEqual([]);
  expect(await run("admin", "queues", "redrive", "email")).toEqual({ redriven: [], refused: [] });
  expect(await run("admin", "jobs", "run", "prune")).toMatchObject({ name: "prune" });
  expect((await run("admin", "jobs", "list")).data).toMatchObject([{ name: "prune" }]);
  expect(await run("admin", "backups", "create")).toMatchObject({ name: "backup" });
  expect((await run("admin", "backups", "list")).data).toEqual([]);
  const { code, err } = await merit(["admin", "queues", "redrive", "email", "999"], { env });
  expect([code, err]).toEqual([1, expect.stringContaining("not_found")]);
});

it("adds, lists and removes contracts whose events are stored", async () => {
  const id = newContract();
  const added = await run("indexer", "add", id, "--name", "stamps", "--from-ledger", "7");
  expect(added).toMatchObject({ contract_id: id, name: "stamps", from_ledger: 7 });
  expect((await run("indexer", "list")).data.at(-1)).toEqual(added);
  const { out } = await merit(["indexer", "list"], { env });
  expect(out).toMatch(new RegExp(`stamps +${id} +admin +7`));
  expect(await run("indexer", "remove", "stamps")).toEqual({ removed: id });
  const { code, err } = await merit(["indexer", "remove", "stamps"], { env });
  expect([code, err]).toEqual([1, expect.stringContaining("merit indexer list")]);
});

it("asks for reports, and writes their files", async () => {
  const { id } = await run("admin", "reports", "create", "users", "--from", "2020-01-01");
  const { signal } = new AbortController();
  await reportsJob.run(service.world.context, { signal, progress: async () => undefined });
  expect((await run("admin", "reports", "list")).data).toMatchObject([{ id, status: "ready" }]);
  const { out } = await merit(["admin", "reports", "download", String(id)], { env });
  expect(out).toMatch(/^id,role,email_verified,/);
  const file = join(folder, "users.csv");
  // One that others may read is replaced, not written into.
  writeFileSync(file, "old", { mode: 0o644 });
  await run("admin", "reports", "download", String(id), "--out", file);
  expect(readFileSync(file, "utf8")).toBe(out);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it("funds a merchant once per key, and names the key of a failure", async () => {
  const { id } = await service.merchant(null);
  const fund = () => run("merchant", "fund", String(id), "12.5", "--idempotency-key", "invoice-1");
  expect((await fund()).id).toBe((await fund()).id);
  const { err, code } = await merit(["merchant", "fund", "999999", "1", "--json"], { env });
  expect(code).toBe(1);
  expect(JSON.parse(err).idempotency_key).toMatch(/^[0-9a-f-]{36}$/);
});

it("exchanges a token that has run out, and saves its successor", async () => {
  const before = saved();
  const config = readFileSync(path(), "utf8");
  const { writeFileSync } = await import("node:fs");
  writeFileSync(path(), config.replace(before.access_token ?? "", "e30.e30.x"));
  await run("admin", "queues", "list");
  expect(saved().refresh_token).not.toBe(before.refresh_token);
  await run("admin", "queues", "list");
});

it("says how to log in, and ends a session", async () => {
  expect((await login("wrong password")).err).toContain("invalid_credentials");
  expect((await merit(["admin", "users", "--token", "nonsense"], { env })).err).toContain("merit login");
  const { refresh_token } = saved();
  expect((await merit(["logout"], { env })).code).toBe(0);
  const body = { refreshToken: refresh_token };
  expect((await service.call("POST /api/auth/refresh", { body })).status).toBe(401);
  const { code, err } = await merit(["admin", "users"], { env });
  expect([code, err]).toEqual([1, expect.stringContaining("merit login")]);
  expect((await merit(["logout"], { env })).code).toBe(0);
});
