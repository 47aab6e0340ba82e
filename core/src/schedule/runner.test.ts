import { afterEach, beforeEach, expect, it } from "vitest";
import { nextTime } from "../settings/cron.ts";
import { createWorld, type World } from "../testing/world.ts";
import { topics } from "../wake.ts";
import { startScheduler } from "./runner.ts";
import * as rows from "./store.ts";
import { defineTask, type Task } from "./task.ts";

let world: World;
let now: Date;
beforeEach(() => {
  world = createWorld();
  now = new Date("2026-01-01T00:00:30Z");
  Object.assign(world.context, { clock: { now: () => now } });
});
afterEach(() => world[Symbol.asyncDispose]());

const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const row = (name: string) => world.context.db.read((store) => rows.byName(store, name));
const look = () => world.context.wake.notify(topics.schedule);

/** A task whose runs the test lets go on, one by one. */
function gated(schedule: Partial<{ every: number; cron: string }> = { every: 60 }) {
  const starts: AbortSignal[] = [];
  let started = Promise.withResolvers<void>();
  let gate = Promise.withResolvers<Record<string, unknown>>();
  const task = defineTask({
    name: "gated",
    title: "Waits",
    ...schedule,
    async run(_, { signal, progress }) {
      starts.push(signal);
      await progress({ run: starts.length });
      started.resolve();
      return Promise.race([
        gate.promise,
        new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(new Error("told to stop")))),
      ]);
    },
  } as Task);
  return {
    task,
    starts,
    async started() {
      await started.promise;
      started = Promise.withResolvers();
    },
    end(result: Record<string, unknown> | Error) {
      const { resolve, reject } = gate;
      gate = Promise.withResolvers();
      if (result instanceof Error) reject(result);
      else resolve(result);
    },
  };
}

const until = async (what: () => Promise<boolean>) => {
  while (!(await what())) await new Promise((resolve) => setImmediate(resolve));
};
const isFree = async () => (await row("gated"))?.lease_owner === null;

it("runs a task of an interval at once, then when it is due again, and says what came of it", async () => {
  const { task, starts, started, end } = gated();
  const scheduler = await startScheduler(world.context, [task]);
  await started();
  expect(await row("gated")).toMatchObject({ progress: { run: 1 }, last_started_at: now, last_status: null });
  end({ did: 3 });
  await until(isFree);
  expect(await row("gated")).toMatchObject({
    last_status: "succeeded",
    last_result: { did: 3 },
    last_finished_at: now,
    next_run_at: later(60),
    failures: 0,
  });
  look();
  now = later(60);
  look();
  await started();
  expect(starts).toHaveLength(2);
  end({});
  await scheduler.stop();
});

it("runs what was missed once, and by cron waits for its time", async () => {
  const { task, starts, started, end } = gated({ cron: "0 3 * * *" });
  await (await startScheduler(world.context, [task])).stop();
  expect(starts).toHaveLength(0);
  expect((await row("gated"))?.next_run_at).toEqual(new Date("2026-01-01T03:00:00Z"));
  now = new Date("2026-01-05T12:00:00Z");
  const scheduler = await startScheduler(world.context, [task]);
  await started();
  end({});
  await until(isFree);
  expect((await row("gated"))?.next_run_at).toEqual(new Date("2026-01-06T03:00:00Z"));
  await scheduler.stop();
  expect(starts).toHaveLength(1);
});

it("reckons anew where the schedule has changed", async () => {
  await (await startScheduler(world.context, [gated({ cron: "0 3 * * *" }).task])).stop();
  await (await startScheduler(world.context, [gated({ cron: "0 4 * * *" }).task])).stop();
  expect((await row("gated"))?.next_run_at).toEqual(new Date("2026-01-01T04:00:00Z"));
});

it("two schedulers on one database never run a task twice at once", async () => {
  const { task, starts, started, end } = gated();
  const both = await Promise.all([1, 2].map(() => startScheduler(world.context, [task])));
  await started();
  look();
  await Promise.all(Array.from({ length: 5 }, () => world.context.db.read((store) => rows.list(store))));
  end({});
  await until(isFree);
  await Promise.all(both.map((scheduler) => scheduler.stop()));
  expect(starts).toHaveLength(1);
});

it("repeats a failed run before its regular time, and counts the failures", async () => {
  const { task, started, end } = gated({ cron: "0 3 * * *" });
  const scheduler = await startScheduler(world.context, [task]);
  now = new Date("2026-01-01T03:00:00Z");
  look();
  await started();
  end(new Error("disk full"));
  await until(isFree);
  expect(await row("gated")).toMatchObject({ last_status: "failed", last_error: "disk full", failures: 1 });
  expect((await row("gated"))?.next_run_at).toEqual(later(300));
  now = later(300);
  look();
  await started();
  end({});
  await until(isFree);
  expect(await row("gated")).toMatchObject({ last_status: "succeeded", last_error: null, failures: 0 });
  await scheduler.stop();
});

it("a stop tells a run to stop, and the next start does it again", async () => {
  const { task, starts, started, end } = gated();
  const scheduler = await startScheduler(world.context, [task]);
  await started();
  await scheduler.stop();
  expect(await row("gated")).toMatchObject({ last_status: "interrupted", lease_owner: null, next_run_at: now });
  expect(world.logs.join("")).toContain("a scheduled task was interrupted");
  expect(world.logs.join("")).not.toContain("stack");
  const next = await startScheduler(world.context, [task]);
  await started();
  expect(starts).toHaveLength(2);
  end({});
  await next.stop();
});

it("ends a run that takes longer than its time", async () => {
  const { task, started } = gated();
  const scheduler = await startScheduler(world.context, [{ ...task, timeoutSeconds: 0.05 }]);
  await started();
  await until(isFree);
  expect(await row("gated")).toMatchObject({ last_status: "failed", last_error: "its time was over" });
  await scheduler.stop();
});

it("a run of a process that died is free when its lease ends, and what it held writes nothing more", async () => {
  const { task } = gated({ cron: "0 3 * * *" });
  await (await startScheduler(world.context, [task])).stop();
  const claim = (at: Date) => world.context.db.commit((store) => rows.claim(store, { name: "gated", now: at }));
  now = new Date("2026-01-01T03:00:00Z");
  const dead = await claim(now);
  if (!dead) throw new Error("not claimed");
  expect(await claim(later(59))).toBeUndefined();
  const living = await claim(later(60));
  expect(living?.lease_owner).toBeTruthy();
  const outcome = { status: "succeeded" as const, result: {}, error: null, nextRunAt: null, now };
  expect(await world.context.db.commit((store) => rows.finish(store, dead, outcome))).toBe(false);
  expect((await row("gated"))?.lease_owner).toBe(living?.lease_owner);
});

it.each([
  ["while it runs", true],
  ["while it is down", false],
])("a clock that was ahead and is corrected %s keeps no task waiting longer than its schedule", async (_, running) => {
  const interval = { ...gated().task, name: "interval" };
  const daily = { ...gated({ cron: "0 3 * * *" }).task, name: "daily" };
  const right = now;
  now = new Date("2026-01-11T00:00:30Z");
  let scheduler = await startScheduler(world.context, [
    { ...interval, run: async () => ({}) },
    { ...daily, run: async () => ({}) },
  ]);
  await until(async () => (await row("interval"))?.last_status === "succeeded");
  expect((await row("daily"))?.next_run_at).toEqual(new Date("2026-01-11T03:00:00Z"));
  if (!running) await scheduler.stop();
  now = right;
  if (!running) scheduler = await startScheduler(world.context, [interval, daily]);
  look();
  await until(async () => +((await row("daily"))?.next_run_at ?? 0) === Date.parse("2026-01-01T03:00:00Z"));
  expect((await row("interval"))?.next_run_at).toEqual(later(60));
  await scheduler.stop();
});

it("a task that was asked for runs at once, though the clock is set back before the scheduler sees it", async () => {
  const { task, started, end } = gated({ cron: "0 3 * * *" });
  const manual = defineTask({ ...task, cron: () => null });
  await (await startScheduler(world.context, [manual])).stop();
  await world.context.db.commit((store) => rows.askFor(store, "gated", now));
  now = later(-3_600);
  const scheduler = await startScheduler(world.context, [manual]);
  await started();
  end({});
  await scheduler.stop();
});

it("a run goes on when the clock is set back or forward, and no second one begins", async () => {
  const { task, starts, started, end } = gated();
  const scheduler = await startScheduler(world.context, [task]);
  await started();
  for (const seconds of [3_600, -7_200, 3_600]) {
    now = later(seconds);
    look();
    // Each of these reads follows a look.
    for (let looks = 0; looks < 5; looks++) await world.context.db.read((store) => rows.list(store));
  }
  expect(starts.map(({ aborted }) => aborted)).toEqual([false]);
  end({});
  await until(isFree);
  expect(starts).toHaveLength(1);
  await scheduler.stop();
});

it("after the clock was set back, a run of a process that died is repeated within its interval", async () => {
  const { task, starts, started, end } = gated();
  await world.context.db.commit(async (store) => {
    await rows.plan(store, { name: "gated", schedule: "every 60 s", firstRunAt: now });
    await rows.claim(store, { name: "gated", now });
  });
  now = later(-3_600);
  const scheduler = await startScheduler(world.context, [task]);
  await until(async () => +((await row("gated"))?.next_run_at ?? 0) === +later(60));
  now = later(60);
  look();
  await started();
  expect(starts).toHaveLength(1);
  end({});
  await scheduler.stop();
});

it("reckons patterns in UTC", () => {
  expect(nextTime("30 2 * * 1", now)).toEqual(new Date("2026-01-05T02:30:00Z"));
  expect(() => nextTime("* * * * * *", now)).toThrow();
});
