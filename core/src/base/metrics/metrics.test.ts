import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ChannelPool } from "../../ledger/chain/channels.ts";
import { createBackup } from "../../operations/backups/backup.ts";
import { writeEpoch } from "../../payouts/rewards/epoch.ts";
import { indexerCursors, indexerGaps } from "../../store/db/schema/indexer.ts";
import type { QueueName } from "../../store/db/schema/jobs.ts";
import * as jobs from "../../store/jobs/jobs.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { version } from "../version.ts";

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

const exposed = () => world.context.metrics.registry.metrics();

/** Value of a series, named as Prometheus shows it. */
async function sample(series: string): Promise<number | undefined> {
  const line = (await exposed()).split("\n").find((text) => text.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
}

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
const addJob = (queue: QueueName, key: string, runAt: Date) =>
  world.context.db.commit((store) => jobs.add(store, { queue, key, group: key, payload: {}, now: ago(0), runAt }));

it("shows every queue, also an empty one: what waits, for how long, and what has failed for good", async () => {
  await addJob("email", "due", ago(90));
  await addJob("email", "later", ago(-90));
  await addJob("reward-issuance", "later", ago(-90));
  await addJob("wallet-submission", "lost", ago(1));
  await world.context.db.commit(async (store) => {
    const claim = { queue: "wallet-submission", group: "lost", now: ago(0), limit: 1 } as const;
    for (const job of await jobs.claim(store, claim)) await jobs.deadLetter(store, job, "no answer", ago(0));
  });
  expect(await sample('merit_jobs{queue="email",state="waiting"}')).toBe(2);
  expect(await sample('merit_jobs{queue="wallet-submission",state="waiting"}')).toBe(0);
  expect(await sample('merit_job_oldest_due_seconds{queue="email"}')).toBeCloseTo(90, -1);
  expect(await sample('merit_job_oldest_due_seconds{queue="reward-issuance"}')).toBe(0);
  expect(await sample('merit_dead_letters{queue="wallet-submission"}')).toBe(1);
  expect(await sample('merit_dead_letters{queue="email"}')).toBe(0);
});

it("shows how far the indexer is, and what it has missed", async () => {
  expect(await sample("merit_indexer_gaps")).toBe(0);
  // 0 would raise an alert in each process that isn't the indexer.
  expect(await sample("merit_indexer_retention_margin_ledgers")).toBeUndefined();
  const { db, metrics, heartbeats } = world.context;
  await db.commit(async (store) => {
    await store.insert(indexerCursors).values({ name: "contracts", cursor: null, ledger: 70, updated_at: ago(0) });
    await store.insert(indexerGaps).values({ from_ledger: 11, to_ledger: 20, found_at: ago(0) });
  });
  metrics.indexerMoved({ lag: 5, margin: 60 });
  heartbeats.beat("indexer");
  expect(await sample("merit_indexer_ledger")).toBe(70);
  expect(await sample("merit_indexer_gaps")).toBe(1);
  expect(await sample("merit_indexer_missing_ledgers")).toBe(10);
  expect(await sample("merit_indexer_lag_ledgers")).toBe(5);
  expect(await sample("merit_indexer_retention_margin_ledgers")).toBe(60);
  expect(await sample('merit_silence_seconds{part="indexer"}')).toBeGreaterThanOrEqual(0);
  expect(await sample('merit_silence_seconds{part="worker"}')).toBeUndefined();
  heartbeats.forget("indexer");
  metrics.forget("indexer");
  expect(await sample('merit_silence_seconds{part="indexer"}')).toBeUndefined();
  expect(await sample("merit_indexer_retention_margin_ledgers")).toBeUndefined();
});

it("shows the channels of the worker that runs", async () => {
  const signers = ["A", "B", "C"].map((publicKey) => ({ publicKey, sign: async () => new Uint8Array(64) }));
  world.context.metrics.watchChannels(new ChannelPool([]));
  world.context.metrics.forget("worker");
  const pool = new ChannelPool(signers);
  world.context.metrics.watchChannels(pool);
  await pool.acquire();
  expect(await sample('merit_channels{state="all"}')).toBe(3);
  expect(await sample('merit_channels{state="in_use"}')).toBe(1);
});

it("shows what rewards wait for, every cause with 0 or 1", async () => {
  const { metrics, blocks } = world.context;
  metrics.watchBlocks(blocks);
  blocks.raise("limit", "raise it", 1);
  blocks.raise("limit", "raise it", 2);
  expect(await sample('merit_payouts_blocked{cause="limit"}')).toBe(1);
  expect(await sample('merit_payouts_blocked{cause="role"}')).toBe(0);
  blocks.clear("limit", 1);
  expect(await sample('merit_payouts_blocked{cause="limit"}')).toBe(1);
  blocks.clear("limit", 2);
  expect(await sample('merit_payouts_blocked{cause="limit"}')).toBe(0);
});

it("groups requests by class of status, so that a new code adds no series", async () => {
  const { metrics } = world.context;
  for (const status of [200, 202, 404]) metrics.requestServed({ method: "GET", route: "/x", status }, 0.1);
  const count = (status: string) =>
    `merit_http_request_duration_seconds_count{method="GET",route="/x",status="${status}"}`;
  expect(await sample(count("2xx"))).toBe(2);
  expect(await sample(count("4xx"))).toBe(1);
});

it("shows which parts work, the disks, the newest backup, the database and the version", async () => {
  const { context, folder } = world;
  expect(await sample('merit_ready{part="database"}')).toBe(1);
  expect(await sample('merit_ready{part="worker"}')).toBe(0);
  context.heartbeats.beat("worker");
  await context.db.commit((store) => writeEpoch(store, { status: "open", reason: "" }, ago(0)));
  expect(await sample('merit_ready{part="worker"}')).toBe(1);
  expect(await sample('merit_disk_free_bytes{folder="data"}')).toBeGreaterThan(0);
  expect(await sample("merit_database_bytes")).toBeGreaterThan(10_000);
  expect(await sample(`merit_build_info{version="${version}"}`)).toBe(1);
  const isFile = context.db.engine === "sqlite";
  expect(await exposed()).toMatch(isFile ? /^merit_backup_age_seconds \+Inf$/m : /^merit_backup_age_seconds Nan$/im);
  if (!isFile) return;
  const backups = join(folder, "backups");
  mkdirSync(backups);
  // The clock was ahead.
  await createBackup({ source: world.path, folder: backups, now: ago(-86_400) });
  expect(await sample("merit_backup_age_seconds")).toBeNaN();
  await createBackup({ source: world.path, folder: backups, now: ago(3_600) });
  expect(await sample("merit_backup_age_seconds")).toBeCloseTo(3_600, -2);
  expect(await sample('merit_disk_free_bytes{folder="backups"}')).toBeGreaterThan(0);
});

it("shows a counter from the start, so that its first rise is seen", async () => {
  const { metrics } = world.context;
  metrics.runsOf("backup");
  for (const series of [
    'merit_jobs_finished_total{queue="email",result="failed"}',
    'merit_http_rate_limited_total{policy="login"}',
    'merit_http_rate_limited_total{policy="sponsored"}',
    'merit_transactions_refused_total{code="TRY_AGAIN_LATER"}',
    'merit_scheduled_runs_total{job="backup",result="failed"}',
    'merit_reward_settlement_seconds_count{status="failed"}',
  ]) {
    expect(await sample(series), series).toBe(0);
  }
});

it("has every metric in the docs, and no other", async () => {
  world.context.metrics.watchChannels(new ChannelPool([]));
  world.context.metrics.watchBlocks(world.context.blocks);
  const docs = readFileSync(new URL("../../../../docs/operations.md", import.meta.url), "utf8");
  const described = [...docs.matchAll(/^\| `(merit_\w+)`/gm)].map(([, name]) => name);
  const shown = [...(await exposed()).matchAll(/^# TYPE (merit_\w+)/gm)].map(([, name]) => name);
  expect(described.toSorted()).toEqual(shown.toSorted());
});
