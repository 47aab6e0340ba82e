import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { topics } from "../../base/wake.ts";
import { LIMIT_MS } from "../../testing/wait.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { jobs as table } from "../db/schema/jobs.ts";
import type { Store } from "../db/store.ts";
import * as letters from "./dead-letters.ts";
import * as jobs from "./jobs.ts";

const queue = "reward-issuance";
const now = new Date("2026-01-01T00:00:00Z");
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

const commit = <T>(unit: (store: Store) => Promise<T>) => world.context.db.commit(unit);
const add = (key: string, change: Partial<jobs.NewJob> = {}) =>
  commit((store) => jobs.add(store, { queue, key, group: "1", payload: { key }, now, ...change }));
const claim = (change: Partial<jobs.Claim> = {}) =>
  commit((store) => jobs.claim(store, { queue, group: "1", now, limit: 60, ...change }));
const claimOne = async (change: Partial<jobs.Claim> = {}) => {
  const [job] = await claim(change);
  if (!job) throw new Error("nothing to claim");
  return job;
};
const keys = (list: jobs.Job[]) => list.map(({ key }) => key);

it("adds a key once per queue, and wakes the queue for it", async () => {
  using woken = world.context.wake.subscribe(topics.queue(queue));
  await claim();
  // PostgreSQL's first connection wakes everybody.
  if (world.context.db.engine === "postgres") expect(await woken.next({ timeoutMs: LIMIT_MS })).toBe(true);
  expect(await add("a")).toBe(true);
  expect(await woken.next({ timeoutMs: 1 })).toBe(true);
  expect(await add("a", { group: "2" })).toBe(false);
  expect(await woken.next({ timeoutMs: 1 })).toBe(false);
  expect(await add("a", { queue: "transaction-submission" })).toBe(true);
});

it("claims the due jobs of one group, oldest first, each once, and counts the attempt", async () => {
  await add("late", { runAt: later(1) });
  await add("second");
  await add("first", { runAt: later(-5) });
  await add("third");
  await add("other", { group: "2" });
  const first = await claim({ limit: 2 });
  expect(keys(first)).toEqual(["first", "second"]);
  expect(first.map(({ attempts }) => attempts)).toEqual([1, 1]);
  expect(keys(await claim())).toEqual(["third"]);
  expect(await claim()).toEqual([]);
  expect(keys(await claim({ now: later(1) }))).toEqual(["late"]);
});

it("gives concurrent claims disjoint jobs", async () => {
  await Promise.all(Array.from({ length: 50 }, (_, index) => add(`k${index}`)));
  const claimed = (await Promise.all(Array.from({ length: 10 }, (_, _w) => claim({ limit: 7 })))).flat();
  expect(new Set(keys(claimed)).size).toBe(50);
  expect(claimed).toHaveLength(50);
});

it("lists the groups with due jobs, longest waiting first", async () => {
  await add("a", { group: "1" });
  await add("b", { group: "2", runAt: later(-10) });
  await add("c", { group: "2" });
  await add("d", { group: "3", runAt: later(10) });
  const due = await world.context.db.read((store) => jobs.dueGroups(store, queue, now));
  expect(due).toEqual([
    { group: "2", due: 2, oldest: later(-10) },
    { group: "1", due: 1, oldest: now },
  ]);
});

it("counts the due jobs of a group up to a number that no worker takes at once", async () => {
  const many = Array.from({ length: 4_100 }, (_, index) => ({ key: `k${index}`, group: "1", payload: {} }));
  await commit((store) => jobs.addAll(store, { queue, jobs: many, now }));
  await add("later", { group: "0", runAt: later(10) });
  await add("other queue", { group: "0", queue: "email" });
  const due = await world.context.db.read((store) => jobs.dueGroups(store, queue, now));
  expect(due).toEqual([{ group: "1", due: 4_000, oldest: now }]);
});

it("goes from one group with due jobs to the next, by name", async () => {
  for (const group of ["1", "1", "10", "2", "3"]) await add(crypto.randomUUID(), { group });
  await add("later", { group: "4", runAt: later(10) });
  await add("other queue", { group: "0", queue: "email" });
  await claim({ group: "3" });
  const next = (change: object) =>
    world.context.db.read((store) =>
      jobs.nextGroups(store, { queue, now, after: "", except: [], limit: 9, ...change }),
    );
  expect(await next({})).toEqual(["1", "10", "2"]);
  expect(await next({ limit: 2 })).toEqual(["1", "10"]);
  expect(await next({ after: "10" })).toEqual(["2"]);
  expect(await next({ except: ["1", "2"] })).toEqual(["10"]);
  expect(await next({ after: "2", now: later(10) })).toEqual(["4"]);
  expect(await next({ after: "4", now: later(10) })).toEqual([]);
});

it("keeps a claimed job from others until its holder is done, whatever the clock says", async () => {
  await add("a");
  const job = await claimOne();
  for (const hours of [-24, 1, 24 * 365]) expect(await claim({ now: later(hours * 3_600) })).toEqual([]);
  await commit((store) => jobs.wait(store, job, { now, runAt: now, reason: "not now" }));
  expect(keys(await claim())).toEqual(["a"]);
});

it("keeps a job from others as long as its holder renews the lease, and a minute after that", async () => {
  const place = { queue: "recurring", key: "prune" } as const;
  await add("prune", { queue: "recurring" });
  const take = (seconds: number) => commit((store) => jobs.claimRenewable(store, { ...place, now: later(seconds) }));
  const first = await take(0);
  if (!first) throw new Error("nothing to claim");
  expect(await take(59)).toBeUndefined();
  expect(await commit((store) => jobs.renew(store, first, later(59)))).toBe(true);
  expect(await take(118)).toBeUndefined();
  const second = await take(119);
  expect(second?.lease_owner).not.toBe(first.lease_owner);
  expect(await commit((store) => jobs.renew(store, first, later(120)))).toBe(false);
});

it("brings a job forward that nobody holds, and never puts it off", async () => {
  const place = { queue: "recurring", key: "prune", now } as const;
  const bring = (latest: Date) => commit((store) => jobs.bringForward(store, { ...place, latest }));
  expect(await bring(now)).toBeUndefined();
  await add("prune", { queue: "recurring", runAt: later(100) });
  expect((await bring(later(200)))?.run_at).toEqual(later(100));
  expect((await bring(now))?.run_at).toEqual(now);
  await commit((store) => jobs.claimRenewable(store, place));
  expect(await bring(later(-100))).toBeUndefined();
});

it("counts the jobs that wait in a group and in those of one kind, up to a number", async () => {
  const groups = { a: "1", b: "1/x:1", c: "1/x:2", d: "10", e: "10/x:1", f: "2", g: "0", h: "1/xx:1", i: "1/y:1" };
  for (const [key, group] of Object.entries(groups)) await add(key, { group });
  await add("later", { group: "1/x:3", runAt: later(3_600) });
  await add("other", { group: "1", queue: "email" });
  const waiting = (group: string, most = 10) =>
    commit((store) => jobs.waitingOf(store, { queue, group, prefix: `${group}/x`, most }));
  expect(await Promise.all([waiting("1"), waiting("10"), waiting("2"), waiting("3"), waiting("1", 3)])).toEqual([
    ...[4, 2, 1, 0, 3],
  ]);
  await claim();
  expect(await waiting("1")).toBe(3);
});

it("frees all leases at the start of a worker", async () => {
  await add("a");
  await claim();
  await commit((store) => jobs.releaseAll(store));
  expect(keys(await claim())).toEqual(["a"]);
});

it("every claim is an attempt, and only a retry is a failure", async () => {
  await add("a");
  let job = await claimOne();
  await commit((store) => jobs.retry(store, job, { now, runAt: later(5), error: "no trustline" }));
  expect(await claim({ now: later(4) })).toEqual([]);
  job = await claimOne({ now: later(5) });
  expect(job).toMatchObject({ attempts: 2, failures: 1, last_error: "no trustline" });
  await commit((store) => jobs.wait(store, job, { now, runAt: later(60), reason: "daily limit" }));
  expect(await claimOne({ now: later(60) })).toMatchObject({ attempts: 3, failures: 1, last_error: "daily limit" });
});

it("is given up by its failures, however often it was claimed", async () => {
  await add("a");
  for (let round = 0; round < 3; round++) {
    const job = await claimOne();
    expect(jobs.isExhausted(job, 2)).toBe(false);
    await commit((store) => jobs.wait(store, job, { now, runAt: now, reason: "the role has ended" }));
  }
  const first = await claimOne();
  await commit((store) => jobs.retry(store, first, { now, runAt: now, error: "no trustline" }));
  expect(jobs.isExhausted(await claimOne(), 2)).toBe(true);
});

it("makes due what a clock that was set back would keep waiting, and nothing else", async () => {
  await add("waits", { runAt: later(100) });
  await add("ready");
  await add("prune", { queue: "recurring", runAt: later(100) });
  const at = (time: Date) => commit((store) => jobs.makeDue(store, time));
  expect(await at(later(50))).toBe(0);
  expect(keys(await claim({ now: later(50) }))).toEqual(["ready"]);
  const anHourBefore = later(-3_600);
  expect(await claim({ now: anHourBefore })).toEqual([]);
  // A job at work is made due as well: it may be put back by the time that it knows.
  expect(await at(anHourBefore)).toBe(2);
  expect(keys(await claim({ now: anHourBefore }))).toEqual(["waits"]);
  const recurring = await world.context.db.read((store) => jobs.byKey(store, "recurring", "prune"));
  expect(recurring?.run_at).toEqual(later(100));
});

it("a retry and a wait count from when they began", async () => {
  await add("retried");
  await add("waiting");
  const [retried, waiting] = (await claim()) as [jobs.Job, jobs.Job];
  const began = later(1_000);
  await commit((store) => jobs.retry(store, retried, { now: began, runAt: later(1_060), error: "no trustline" }));
  await commit((store) => jobs.wait(store, waiting, { now: began, runAt: later(1_060), reason: "daily limit" }));
  const at = (time: Date) => commit((store) => jobs.makeDue(store, time));
  expect(await at(began)).toBe(0);
  expect(await at(later(999))).toBe(2);
});

it("removes completed jobs; their keys are free again", async () => {
  await add("a");
  const job = await claimOne();
  await commit((store) => jobs.complete(store, job));
  expect(await world.context.db.read(jobs.depth)).toEqual([]);
  expect(await add("a")).toBe(true);
});

it("removes many completed jobs, but none that its holder no longer holds", async () => {
  for (const key of ["a", "b", "c", "d"]) await add(key);
  const [a, b, c] = await claim({ limit: 3 });
  const [d] = await claim();
  const held = [a, b, { ...(c as jobs.Job), lease_owner: "another" }, { ...(d as jobs.Job), key: "another" }];
  await commit((store) => jobs.completeAll(store, held as jobs.Job[]));
  const left = await world.context.db.read((store) => store.select({ key: table.key }).from(table));
  expect(left.map(({ key }) => key).sort()).toEqual(["c", "d"]);
});

it("moves an exhausted job to the dead letters with its cause; its key is free again", async () => {
  await add("a");
  const job = await claimOne();
  const letter = await commit((store) => jobs.deadLetter(store, job, "no trustline", now));
  expect(letter).toMatchObject({
    queue: "reward-issuance-dlq",
    job_key: "a",
    attempts: 1,
    reason: "no trustline",
    payload: { key: "a" },
  });
  expect(await claim()).toEqual([]);
  const list = () => world.context.db.read((store) => letters.list(store, queue, { limit: 10 }));
  expect(await list()).toEqual([letter]);
  expect(await add("a")).toBe(true);
});

it("counts waiting and leased jobs and tells the oldest", async () => {
  await add("a", { runAt: later(-3) });
  await add("b");
  await claim({ limit: 1 });
  expect(await world.context.db.read(jobs.depth)).toEqual([{ queue, waiting: 1, leased: 1, oldest: later(-3) }]);
});

it("a claim that ends late touches neither a later claim nor a new job of the same id", async () => {
  await add("a");
  const late = await claimOne();
  await commit((store) => jobs.releaseAll(store));
  const current = await claimOne();
  expect(await commit((store) => jobs.wait(store, late, { now, runAt: now, reason: "late" }))).toBe(false);
  expect(await commit((store) => jobs.complete(store, late))).toBe(false);
  expect(await commit((store) => jobs.complete(store, current))).toBe(true);

  await add("b");
  // SQLite gives the id again by itself; PostgreSQL never does.
  await commit((store) => store.update(table).set({ id: late.id }).where(eq(table.key, "b")));
  const reused = await claimOne();
  expect(await commit((store) => jobs.retry(store, late, { now, runAt: now, error: "late" }))).toBe(false);
  expect(await commit((store) => jobs.deadLetter(store, current, "late", now))).toBeUndefined();
  expect(await commit((store) => jobs.complete(store, reused))).toBe(true);
});
