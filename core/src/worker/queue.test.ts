import { afterEach, beforeEach, expect, it } from "vitest";
import { jobs as jobTable } from "../store/db/schema/jobs.ts";
import * as jobs from "../store/jobs/jobs.ts";
import { eventually } from "../testing/wait.ts";
import { createWorld, type World } from "../testing/world.ts";
import { runQueue, turns } from "./queue.ts";

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

it("puts a job back that an error broke off, and tries it again minutes later", async () => {
  const { context } = world;
  let passed = 0;
  context.clock = { now: () => new Date(Date.now() + passed) };
  const job = { queue: "email" as const, key: "mail:1", group: "mail:1", payload: {} };
  await context.db.commit((store) => jobs.add(store, { ...job, now: context.clock.now() }));
  let attempts = 0;
  const work = async (held: jobs.Job) => {
    attempts += 1;
    if (attempts === 1) throw new Error("disk full");
    await context.db.commit((store) => jobs.complete(store, held));
  };
  const stopped = new AbortController();
  const running = runQueue(
    { context, signal: stopped.signal },
    { queue: "email", concurrency: 5, work },
    stopped.signal,
  );
  const row = () => context.db.read(async (store) => store.select().from(jobTable).get());
  await eventually(async () =>
    expect(await row()).toMatchObject({ attempts: 1, failures: 0, last_error: expect.any(String) }),
  );
  expect(await row()).toMatchObject({ lease_owner: null });
  expect(attempts).toBe(1);
  passed = 5 * 60_000;
  await eventually(async () => expect(await row()).toBeUndefined());
  expect(attempts).toBe(2);
  stopped.abort();
  await running;
});

it("gives each tenant its share, whatever others have waiting, and starts at once what has a place", async () => {
  const { context } = world;
  const begin = Date.now() - 1_000;
  const add = (group: string, age: number) => {
    const job = { queue: "email" as const, key: group, group, payload: {}, now: new Date(begin + age) };
    return context.db.commit((store) => jobs.add(store, job));
  };
  for (let number = 0; number < 20; number += 1) await add(`1/${number}`, number);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = async (held: jobs.Job) => {
    started.push(held.group);
    await new Promise<void>((resolve) => ends.set(held.group, resolve));
    await context.db.commit((store) => jobs.complete(store, held));
  };
  const stopped = new AbortController();
  const loop = { queue: "email" as const, concurrency: 4, eachTenant: 2, work };
  const running = runQueue({ context, signal: stopped.signal }, loop, stopped.signal);
  await eventually(() => expect(started).toEqual(["1/0", "1/1"]));
  await add("2/a", 20);
  await eventually(() => expect(started).toEqual(["1/0", "1/1", "2/a"]));
  ends.get("1/0")?.();
  await eventually(() => expect(started).toEqual(["1/0", "1/1", "2/a", "1/2"]));
  stopped.abort();
  for (const end of ends.values()) end();
  await running;
});

it("has the turns of tenants with the fewest jobs under way first, then of those that have waited longest", () => {
  const underWay = new Map([["1", 1]]);
  const waiting = ["1/a", "1/b", "2/a", "2/b", "3"];
  const all = { most: 9, eachTenant: 9 };
  expect(turns(waiting, underWay, all)).toEqual(["2/a", "3", "1/a", "2/b", "1/b"]);
  expect(turns(waiting, underWay, { most: 2, eachTenant: 9 })).toEqual(["2/a", "3"]);
  expect(turns(waiting, underWay, { most: 9, eachTenant: 1 })).toEqual(["2/a", "3"]);
});
