import { afterEach, beforeEach, expect, it } from "vitest";
import { jobs as jobTable } from "../store/db/schema/jobs.ts";
import * as jobs from "../store/jobs/jobs.ts";
import { eventually } from "../testing/wait.ts";
import { createWorld, type World } from "../testing/world.ts";
import { runQueue } from "./queue.ts";

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
