import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { DAY_MS } from "@merit/core/base/days.ts";
import { reportsJob } from "@merit/core/operations/reports/recurring.ts";
import * as reports from "@merit/core/operations/reports/store.ts";
import { confirm } from "@merit/core/payouts/rewards/settle.ts";
import { DatabaseUnavailable } from "@merit/core/store/db/unavailable.ts";
import { newWallet } from "@merit/core/testing/chain.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startService, type TestService, type TestUser } from "../../testing/service.ts";

let service: TestService;
let admin: TestUser;
let now: Date;
beforeEach(async () => {
  service = await startService();
  now = new Date();
  Object.assign(service.world.context, { clock: { now: () => now } });
  admin = await service.admin();
});
afterEach(() => service[Symbol.asyncDispose]());

const call = (request: string, options = {}) => service.call(request, { token: admin.accessToken, ...options });
const ask = async (body: object) => (await call("POST /api/admin/reports", { body })).body.id as number;
const show = async (id: number) => (await call(`GET /api/admin/reports/${id}`)).body;
const download = (id: number) => call(`GET /api/admin/reports/${id}?file=true`);
const folder = () => service.world.context.settings.reports.folder;
/** Runs the recurring job once. */
const run = (signal = new AbortController().signal) =>
  reportsJob.run(service.world.context, { signal, progress: async () => undefined });
const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

async function issueRewards(merchant: { key: string; campaignId: number }, count: number) {
  for (let index = 0; index < count; index++) {
    const body = {
      idempotency_key: `order-${index}`,
      campaign_id: merchant.campaignId,
      wallet_address: newWallet(),
      amount: "0.5",
    };
    await service.call("POST /api/rewards/issue", { key: merchant.key, body });
  }
}

it("makes waiting reports before interrupted ones, which may never finish", async () => {
  const [first, second] = [await ask({ kind: "users" }), await ask({ kind: "campaigns" })];
  const { db } = service.world.context;
  await db.commit((store) => reports.update(store, first, { status: "running" }));
  expect((await db.read(reports.nextUnfinished))?.id).toBe(second);
  await db.commit((store) => reports.update(store, second, { status: "ready" }));
  expect((await db.read(reports.nextUnfinished))?.id).toBe(first);
});

it("makes a report at the next run if the database could not be read", async () => {
  const id = await ask({ kind: "users" });
  const { db } = service.world.context;
  const broken = new DatabaseUnavailable("failing", "SQLITE_IOERR", null);
  let failing: { mockRestore(): void } | undefined;
  const progress = async () => {
    failing = vi.spyOn(db, "read").mockRejectedValue(broken);
  };
  await expect(reportsJob.run(service.world.context, { signal: new AbortController().signal, progress })).rejects.toBe(
    broken,
  );
  failing?.mockRestore();
  expect((await show(id)).status).toBe("running");
  expect(await run()).toMatchObject({ ready: 1, failed: 0 });
  expect((await show(id)).status).toBe("ready");
});

it("reports a missing file, and survives one that can't be read", async () => {
  const id = await ask({ kind: "users" });
  await run();
  const path = join(folder(), `users-${id}.csv`);
  rmSync(path);
  expect((await download(id)).body).toMatchObject({ status: 409, code: "report_gone" });
  // A socket is there, and can't be opened.
  const socket = createServer().listen(path);
  await once(socket, "listening");
  const url = `${service.server.url}/api/admin/reports/${id}?file=true`;
  const headers = { authorization: `Bearer ${admin.accessToken}` };
  for (const method of ["HEAD", "GET", "HEAD"]) {
    const calls = Array.from({ length: 20 }, () => fetch(url, { method, headers }).then((answer) => answer.text()));
    for (const { status } of await Promise.allSettled(calls))
      expect(status).toBe(method === "GET" ? "rejected" : "fulfilled");
  }
  expect((await call("GET /api/health")).status).toBe(200);
  socket.close();
});

it("makes a CSV file of the period with a checksum, which only its owner can read", async () => {
  await issueRewards(await service.merchant(), 3);
  later(60_000);
  const id = await ask({ kind: "transactions" });
  expect(await show(id)).toMatchObject({ status: "pending", format: "csv", rows: null });
  expect((await download(id)).body).toMatchObject({ status: 409, code: "report_not_ready" });
  expect(await run()).toMatchObject({ ready: 1, failed: 0 });
  const report = await show(id);
  expect(report).toMatchObject({ status: "ready", rows: 3, scanned: 0, error_message: null });
  const { status, headers, body } = await download(id);
  expect(status).toBe(200);
  expect(headers.get("content-type")).toContain("text/csv");
  expect(headers.get("content-disposition")).toBe(`attachment; filename="transactions-${id}.csv"`);
  expect(headers.get("content-length")).toBe(String(report.bytes));
  expect(createHash("sha256").update(body).digest("hex")).toBe(report.sha256);
  const [head, ...lines] = body.trimEnd().split("\r\n");
  expect(head).toMatch(/^id,merchant_id,campaign_id,/);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain(",0.5,pending,");
  expect(statSync(join(folder(), `transactions-${id}.csv`)).mode & 0o777).toBe(0o600);
  expect((await call("GET /api/admin/reports")).body.data).toMatchObject([{ id }]);
});

it("makes JSON without records from outside the period", async () => {
  const first = await service.user();
  later(10 * DAY_MS);
  const token = (await service.call("POST /api/auth/login", { body: { email: admin.email, password: admin.password } }))
    .body.accessToken;
  await service.user();
  later(60_000);
  const body = { kind: "users", format: "json", from: new Date(+now - DAY_MS).toISOString(), to: now.toISOString() };
  const { id } = (await service.call("POST /api/admin/reports", { token, body })).body;
  await run();
  const file = await service.call(`GET /api/admin/reports/${id}?file=true`, { token });
  expect(file.headers.get("content-type")).toContain("application/json");
  expect(file.body).toMatchObject([{ role: "user", email_verified: false, wallets: 0 }]);
  expect(file.body[0].id).toBeGreaterThan(first.id);
  expect(JSON.stringify(file.body)).not.toContain("@");
  const empty = { ...body, from: "2020-01-01T00:00:00Z", to: "2020-01-02T00:00:00Z" };
  const { id: emptyId } = (await service.call("POST /api/admin/reports", { token, body: empty })).body;
  await run();
  expect((await service.call(`GET /api/admin/reports/${emptyId}?file=true`, { token })).body).toEqual([]);
});

it("sums up confirmed rewards and fundings by day and merchant", async () => {
  const merchant = await service.merchant();
  await issueRewards(merchant, 4);
  const { db, settings } = service.world.context;
  const { body: list } = await service.call("GET /api/rewards/issuances", { key: merchant.key });
  for (const { id } of list.data.slice(0, 3)) {
    await db.commit((store) => confirm(store, [{ id, txHash: "b".repeat(64) }], { settings, now }));
  }
  await call(`POST /api/admin/merchants/${merchant.id}/fund`, {
    body: { amount: "7" },
    headers: { "Idempotency-Key": "f" },
  });
  later(60_000);
  const id = await ask({ kind: "revenue" });
  await run();
  const day = new Date(+now - 60_000).toISOString().slice(0, 10);
  expect((await download(id)).body.split("\r\n")[1]).toBe(`${day},${merchant.id},3,1.5,0,0`);
});

it("counts a reward in the revenue of the period in which it was paid, though it was accepted in an earlier one", async () => {
  const merchant = await service.merchant();
  now = new Date("2027-03-06T20:00:00Z");
  await issueRewards(merchant, 2);
  const { db, settings } = service.world.context;
  const { body: list } = await service.call("GET /api/rewards/issuances", { key: merchant.key });
  for (const { id } of list.data) {
    await db.commit((store) => confirm(store, [{ id, txHash: "b".repeat(64) }], { settings, now }));
    later(2 * DAY_MS);
  }
  const token = await login();
  const revenue = async (from: string, to: string) => {
    const body = { kind: "revenue", format: "json", from, to };
    const { id } = (await service.call("POST /api/admin/reports", { token, body })).body;
    await run();
    const { body: days } = await service.call(`GET /api/admin/reports/${id}?file=true`, { token });
    return days.map(({ day, rewards_amount }: Record<string, string>) => [day, rewards_amount]);
  };
  expect(await revenue("2027-03-01T00:00:00Z", "2027-03-08T00:00:00Z")).toEqual([["2027-03-06", "0.5"]]);
  expect(await revenue("2027-03-08T00:00:00Z", "2027-03-15T00:00:00Z")).toEqual([["2027-03-08", "0.5"]]);
});

it("writes formulas in merchants' data as text", async () => {
  const { key } = await service.merchant(null);
  const body = {
    name: '=HYPERLINK("https://evil.example","x")',
    budget: "1",
    starts_at: new Date().toISOString(),
    ends_at: new Date(Date.now() + DAY_MS).toISOString(),
  };
  expect((await service.call("POST /api/campaigns", { key, body })).status).toBeLessThan(300);
  later(60_000);
  const id = await ask({ kind: "campaigns" });
  await run();
  expect((await download(id)).body).toContain(`,"'=HYPERLINK(""https://evil.example"",""x"")",`);
});

it("repeats under one key request one report", async () => {
  const repeat = () =>
    call("POST /api/admin/reports", { body: { kind: "users" }, headers: { "Idempotency-Key": "r" } });
  const answers = await Promise.all([repeat(), repeat(), repeat()]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect((await call("GET /api/admin/audit-log?action=report.create")).body.data).toHaveLength(1);
});

it("names what is wrong", async () => {
  const errors = async (body: object) => (await call("POST /api/admin/reports", { body })).body.errors?.[0].field;
  expect(await errors({ kind: "secrets" })).toBe("kind");
  expect(await errors({ kind: "users", format: "xls" })).toBe("format");
  expect(await errors({ kind: "users", from: "2026-02-01T00:00:00Z", to: "2026-01-01T00:00:00Z" })).toBe("from");
  expect((await call("GET /api/admin/reports/999")).status).toBe(404);
  expect((await download(999)).status).toBe(404);
  const schedule = async (body: object) =>
    (await call("POST /api/admin/report-schedules", { body })).body.errors?.[0].field;
  expect(await schedule({ kind: "users", cron: "daily", period_days: 1 })).toBe("cron");
  expect(await schedule({ kind: "users", cron: "0 0 30 2 *", period_days: 1 })).toBe("cron");
  expect(await schedule({ kind: "users", cron: "0 0 * * *", period_days: 0 })).toBe("period_days");
  expect((await call("DELETE /api/admin/report-schedules/999")).status).toBe(404);
});

it("an interrupted report is made again, and leaves no partial file", async () => {
  const id = await ask({ kind: "users" });
  await expect(run(AbortSignal.abort(new Error("stopping")))).rejects.toThrow("stopping");
  expect(await show(id)).toMatchObject({ status: "running" });
  expect(existsSync(folder()) ? readdirSync(folder()) : []).toEqual([]);
  expect(await run()).toMatchObject({ ready: 1 });
  expect(await show(id)).toMatchObject({ status: "ready" });
});

it("a schedule requests a report for each of its times, and one of the whole period for those that were missed", async () => {
  const body = { kind: "revenue", format: "json", cron: "0 6 * * *", period_days: 7 };
  const { status, body: schedule } = await call("POST /api/admin/report-schedules", { body });
  expect(status).toBe(201);
  expect((await call("GET /api/admin/report-schedules")).body.data).toEqual([schedule]);
  const due = new Date(schedule.next_run_at);
  expect(due.getUTCHours()).toBe(6);
  await run();
  now = new Date(+due + 3 * DAY_MS + 1_000);
  await run();
  await run();
  const token = await login();
  const { data } = (await service.call("GET /api/admin/reports", { token })).body;
  const ofAll = { from: new Date(+due - 7 * DAY_MS).toISOString(), to: new Date(+due + 3 * DAY_MS).toISOString() };
  expect(data).toMatchObject([{ schedule_id: schedule.id, ...ofAll, status: "ready" }]);
  const [next] = (await service.call("GET /api/admin/report-schedules", { token })).body.data;
  expect(Date.parse(next.next_run_at)).toBe(+due + 4 * DAY_MS);
  later(DAY_MS);
  await run();
  const [last] = (await service.call("GET /api/admin/reports", { token: await login() })).body.data;
  const ofOne = { from: new Date(+due - 3 * DAY_MS).toISOString(), to: new Date(+due + 4 * DAY_MS).toISOString() };
  expect(last).toMatchObject({ schedule_id: schedule.id, ...ofOne, status: "ready" });

  expect(
    (await service.call(`DELETE /api/admin/report-schedules/${schedule.id}`, { token: await login() })).status,
  ).toBe(204);
  later(5 * DAY_MS);
  await run();
  const after = await service.call("GET /api/admin/reports", { token: await login() });
  expect(after.body.data).toHaveLength(2);
});

it("a schedule's next time is computed again after a fast clock was corrected", async () => {
  const right = now;
  const body = { kind: "users", cron: "0 6 * * *", period_days: 1 };
  const schedule = (await call("POST /api/admin/report-schedules", { body })).body;
  later(40 * DAY_MS);
  await run();
  now = right;
  await run();
  const [next] = (await call("GET /api/admin/report-schedules")).body.data;
  expect(next.next_run_at).toBe(schedule.next_run_at);
});

it("removes reports and files after their time", async () => {
  const id = await ask({ kind: "users" });
  await run();
  expect(readdirSync(folder())).toEqual([`users-${id}.csv`]);
  later(31 * DAY_MS);
  expect(await run()).toMatchObject({ removed: 1 });
  expect(readdirSync(folder())).toEqual([]);
});

async function login(): Promise<string> {
  const { email, password } = admin;
  return (await service.call("POST /api/auth/login", { body: { email, password } })).body.accessToken;
}
