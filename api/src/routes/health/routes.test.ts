import { RpcUnavailable } from "@merit/core/ledger/chain/errors.ts";
import { shut } from "@merit/core/payouts/rewards/epoch.ts";
import { facts } from "@merit/core/store/db/schema/facts.ts";
import { indexerCursors, indexerGaps } from "@merit/core/store/db/schema/indexer.ts";
import { DatabaseUnavailable } from "@merit/core/store/db/unavailable.ts";
import { eventually } from "@merit/core/testing/wait.ts";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startService, type TestService } from "../../testing/service.ts";

let service: TestService;
beforeEach(async () => {
  service = await startService();
});
afterEach(async () => {
  vi.useRealTimers();
  await service[Symbol.asyncDispose]();
});

async function makeHealthy(cursorLedger = 99) {
  const { db, heartbeats } = service.world.context;
  heartbeats.beat("worker");
  heartbeats.beat("indexer");
  const cursor = { name: "events", cursor: null, ledger: cursorLedger, updated_at: new Date() };
  const set = { ledger: cursorLedger };
  await db.commit(async (store) => {
    await store.insert(indexerCursors).values(cursor).onConflictDoUpdate({ target: indexerCursors.name, set });
  });
}

it.each(["/health", "/api/health", "/ready", "/api/ready"])("GET %s says ok when all checks pass", async (path) => {
  await makeHealthy();
  const { status, body } = await service.call(`GET ${path}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: "ok",
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    checks: {
      api: { status: "ok" },
      database: { status: "ok", engine: service.world.context.db.engine },
      rpc: { status: "ok", ledger: 100 },
      indexer: { status: "ok", lag_ledgers: 1 },
      worker: { status: "ok" },
    },
  });
});

it("is alive but not ready while a part is down, and says which", async () => {
  await makeHealthy();
  service.world.chain.down = true;
  expect(await service.call("GET /health")).toMatchObject({
    status: 200,
    body: { status: "degraded", checks: { rpc: { status: "failed" } } },
  });
  expect((await service.call("GET /ready")).status).toBe(503);
  service.world.chain.down = false;
  expect((await service.call("GET /ready")).status).toBe(200);
});

it("notices an indexer that lags and parts that are silent", async () => {
  const { body } = await service.call("GET /ready");
  expect(body.checks).toMatchObject({ indexer: { status: "failed" }, worker: { status: "failed" } });
  await makeHealthy(-1_900);
  expect((await service.call("GET /ready")).body.checks.indexer).toMatchObject({
    status: "failed",
    lag_ledgers: 2_000,
  });
  const { heartbeats } = service.world.context;
  heartbeats.age = () => 61_000;
  const silent = { status: "failed", detail: expect.stringContaining("61 s") };
  expect((await service.call("GET /ready")).body.checks).toMatchObject({ indexer: silent, worker: silent });
});

it("reports ledgers that the indexer has missed, and stays ready", async () => {
  await makeHealthy();
  const found_at = new Date();
  await service.world.context.db.commit(async (store) => {
    await store.insert(indexerGaps).values([
      { from_ledger: 3, to_ledger: 12, found_at },
      { from_ledger: 20, to_ledger: 20, found_at },
    ]);
  });
  const { status, body } = await service.call("GET /ready");
  expect(status).toBe(200);
  expect(body.checks.indexer).toMatchObject({ status: "ok", gaps: 2, missing_ledgers: 11 });
});

it("is not ready while payouts are shut, and says why", async () => {
  await makeHealthy();
  const { db } = service.world.context;
  await db.commit((store) => shut(store, "rebuilding", "the database was restored from a backup", new Date()));
  const { status, body } = await service.call("GET /ready");
  expect(status).toBe(503);
  expect(body.checks.worker).toMatchObject({
    status: "failed",
    detail: "payouts are shut: the database was restored from a backup",
  });
});

it("stays ready while only one merchant's rewards wait, and reports it", async () => {
  await makeHealthy();
  const { blocks } = service.world.context;
  blocks.raise("fee_budget", "merchant 7 has used up today's fee budget", 7);
  const { status, body } = await service.call("GET /ready");
  blocks.clear("fee_budget");
  expect(status).toBe(200);
  expect(body.checks.worker).toMatchObject({
    ...{ status: "ok", merchants_waiting: 1 },
    detail: "rewards of some merchants wait: merchant 7 has used up today's fee budget",
  });
});

it("is not ready while rewards wait for an operator, and says since when and for what", async () => {
  await makeHealthy();
  const { blocks } = service.world.context;
  blocks.raise("role", "the distributor's key lacks its role");
  const { status, body } = await service.call("GET /ready");
  expect(status).toBe(503);
  expect(body.checks.worker).toMatchObject({
    status: "failed",
    detail: expect.stringContaining("the distributor's key lacks its role"),
    since: blocks.list()[0]?.since.toISOString(),
  });
  blocks.clear("role");
  expect((await service.call("GET /ready")).status).toBe(200);
});

it("is alive but not ready while the database can be read and not written", async () => {
  await makeHealthy();
  const full = new DatabaseUnavailable("full", "SQLITE_FULL", new Error("database or disk is full"));
  service.world.context.db.checkWritable = () => Promise.reject(full);
  const { status, body } = await service.call("GET /ready");
  expect(status).toBe(503);
  expect(body.checks).toMatchObject({
    database: { status: "failed", detail: expect.stringMatching(/disk .* is full/) },
    rpc: { status: "ok" },
    indexer: { status: "ok" },
    worker: { status: "ok" },
  });
  expect((await service.call("GET /health")).status).toBe(200);
});

it("tests a write for an answer, but not for each of many", async () => {
  await makeHealthy();
  // The time after which it writes again passes when the test says so.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { db } = service.world.context;
  const written = () => db.read(async (store) => store.select().from(facts).where(eq(facts.name, "written_at")).get());
  await service.call("GET /ready");
  const first = await written();
  expect(first).toBeDefined();
  await service.call("GET /ready");
  expect(await written()).toEqual(first);
  await eventually(async () => {
    vi.advanceTimersByTime(1_000);
    await service.call("GET /ready");
    expect(await written()).not.toEqual(first);
  });
});

it("is not alive while the database can't be read, and reports no other part as failed", async () => {
  await makeHealthy();
  service.world.context.db.read = () => Promise.reject(new Error("disk gone"));
  const unread = { status: "failed", detail: expect.stringContaining("the database can't be read") };
  expect(await service.call("GET /health")).toMatchObject({
    status: 503,
    body: { checks: { database: unread, rpc: { status: "ok" }, indexer: unread, worker: unread } },
  });
});

it("distinguishes a process without descriptors from a node that is down", async () => {
  await makeHealthy();
  const { context, chain } = service.world;
  chain.down = true;
  expect((await service.call("GET /ready")).body.checks.rpc.detail).toContain("Stellar RPC does not answer");
  const emfile = Object.assign(new Error("connect EMFILE 127.0.0.1:8000"), { code: "EMFILE" });
  context.chain.latestLedger = () => Promise.reject(new RpcUnavailable("getLatestLedger", emfile));
  expect((await service.call("GET /ready")).body.checks.rpc.detail).toContain("too many open files");
});

it("is not ready while calls are refused for lack of descriptors, but still answers", async () => {
  await makeHealthy();
  service.world.context.descriptors = { exhausted: true, look() {}, close() {} };
  const { status, body } = await service.call("GET /ready");
  expect(status).toBe(503);
  expect(body.checks.api).toMatchObject({ status: "failed", detail: expect.stringContaining("too many open files") });
  expect((await service.call("GET /health")).status).toBe(200);
});
