import { afterEach, beforeEach, expect, it } from "vitest";
import { nextTime } from "../../base/settings/cron.ts";
import { topics } from "../../base/wake.ts";
import { askFor, defineRecurringJob, type RecurringJob } from "../../context/recurring.ts";
import { RECURRING } from "../../store/db/schema/jobs.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { startRecurringJobs } from "./run.ts";
import * as rows from "./store.ts";

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
const look = () => world.context.wake.notify(topics.queue(RECURRING));

/** A job whose runs the test lets go on, one by one. */
function gated(schedule: Partial<{ every: number; cron: string }> = { every: 60 }) {
  const starts: AbortSignal[] = [];
  let started = Promise.withResolvers<void>();
  let gate = Promise.withResolvers<Record<string, unknown>>();
  const job = defineRecurringJob({
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
  } as RecurringJob);
  return {
    job,
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
const isFree = async () => (await row("gated"))?.job?.lease_owner === null;

it("runs a job of an interval at once, then when it is due again, and says what came of it", async () => {
  const { job, starts, started, end } = gated();
  const running = await startRecurringJobs(world.context, [job]);
  await started();
  expect(await row("gated")).toMatchObject({ progress: { run: 1 }, last_started_at: now, last_status: null });
  end({ did: 3 });
  await until(isFree);
  expect(await row("gated")).toMatchObject({
    last_status: "succeeded",
    last_result: { did: 3 },
    last_finished_at: now,
    job: { run_at: later(60) },
    failures: 0,
  });
  look();
  now = later(60);
  look();
  await started();
  expect(starts).toHaveLength(2);
  end({});
  await running.stop();
});

it("runs what was missed once, and by cron waits for its time", async () => {
  const { job, starts, started, end } = gated({ cron: "0 3 * * *" });
  await (await startRecurringJobs(world.context, [job])).stop();
  expect(starts).toHaveLength(0);
  expect((await row("gated"))?.job?.run_at).toEqual(new Date("2026-01-01T03:00:00Z"));
  now = new Date("2026-01-05T12:00:00Z");
  const running = await startRecurringJobs(world.context, [job]);
  await started();
  end({});
  await until(isFree);
  expect((await row("gated"))?.job?.run_at).toEqual(new Date("2026-01-06T03:00:00Z"));
  await running.stop();
  expect(starts).toHaveLength(1);
});

it("reckons anew where the schedule has changed", async () => {
  await (await startRecurringJobs(world.context, [gated({ cron: "0 3 * * *" }).job])).stop();
  await (await startRecurringJobs(world.context, [gated({ cron: "0 4 * * *" }).job])).stop();
  expect((await row("gated"))?.job?.run_at).toEqual(new Date("2026-01-01T04:00:00Z"));
});

it("two processes on one database never run a job twice at once", async () => {
  const { job, starts, started, end } = gated();
  const both = await Promise.all([1, 2].map(() => startRecurringJobs(world.context, [job])));
  await started();
  look();
  await Promise.all(Array.from({ length: 5 }, () => world.context.db.read((store) => rows.list(store))));
  end({});
  await until(isFree);
  await Promise.all(both.map((running) => running.stop()));
  expect(starts).toHaveLength(1);
});

it("repeats a failed run before its regular time, and counts the failures", async () => {
  const { job, started, end } = gated({ cron: "0 3 * * *" });
  const running = await startRecurringJobs(world.context, [job]);
  now = new Date("2026-01-01T03:00:00Z");
  look();
  await started();
  end(new Error("disk full"));
  await until(isFree);
  expect(await row("gated")).toMatchObject({ last_status: "failed", last_error: "disk full", failures: 1 });
  expect((await row("gated"))?.job?.run_at).toEqual(later(300));
  now = later(300);
  look();
  await started();
  end({});
  await until(isFree);
  expect(await row("gated")).toMatchObject({ last_status: "succeeded", last_error: null, failures: 0 });
  await running.stop();
});

it("a stop tells a run to stop, and the next start does it again", async () => {
  const { job, starts, started, end } = gated();
  const running = await startRecurringJobs(world.context, [job]);
  await started();
  await running.stop();
  expect(await row("gated")).toMatchObject({ last_status: "interrupted", job: { lease_owner: null, run_at: now } });
  expect(world.logs.join("")).toContain("a recurring job was interrupted");
  expect(world.logs.join("")).not.toContain("stack");
  const next = await startRecurringJobs(world.context, [job]);
  await started();
  expect(starts).toHaveLength(2);
  end({});
  await next.stop();
});

it("ends a run that takes longer than its time", async () => {
  const { job, started } = gated();
  const running = await startRecurringJobs(world.context, [{ ...job, timeoutSeconds: 0.05 }]);
  await started();
  await until(isFree);
  expect(await row("gated")).toMatchObject({ last_status: "failed", last_error: "timed out" });
  await running.stop();
});

it("a run of a process that died is free when its lease ends, and what it held writes nothing more", async () => {
  const { job } = gated({ cron: "0 3 * * *" });
  await (await startRecurringJobs(world.context, [job])).stop();
  const claim = (at: Date) => world.context.db.commit((store) => rows.claim(store, { name: "gated", now: at }));
  now = new Date("2026-01-01T03:00:00Z");
  const dead = await claim(now);
  if (!dead) throw new Error("not claimed");
  expect(await claim(later(59))).toBeUndefined();
  const living = await claim(later(60));
  expect(living?.lease_owner).toBeTruthy();
  const outcome = { status: "succeeded" as const, result: {}, error: null, nextRunAt: null, now };
  expect(await world.context.db.commit((store) => rows.finish(store, dead, outcome))).toBe(false);
  await world.context.db.commit((store) => rows.noteProgress(store, dead, { progress: { late: true }, now }));
  expect(await row("gated")).toMatchObject({ last_status: null, progress: null });
  expect((await row("gated"))?.job?.lease_owner).toBe(living?.lease_owner);
});

it.each([
  ["while it runs", true],
  ["while it is down", false],
])("a clock that was ahead and is corrected %s keeps no job waiting longer than its schedule", async (_, running) => {
  const interval = { ...gated().job, name: "interval" };
  const daily = { ...gated({ cron: "0 3 * * *" }).job, name: "daily" };
  const right = now;
  now = new Date("2026-01-11T00:00:30Z");
  let process = await startRecurringJobs(world.context, [
    { ...interval, run: async () => ({}) },
    { ...daily, run: async () => ({}) },
  ]);
  await until(async () => (await row("interval"))?.last_status === "succeeded");
  expect((await row("daily"))?.job?.run_at).toEqual(new Date("2026-01-11T03:00:00Z"));
  if (!running) await process.stop();
  now = right;
  if (!running) process = await startRecurringJobs(world.context, [interval, daily]);
  look();
  await until(async () => +((await row("daily"))?.job?.run_at ?? 0) === Date.parse("2026-01-01T03:00:00Z"));
  expect((await row("interval"))?.job?.run_at).toEqual(later(60));
  await process.stop();
});

it("a job that was asked for runs at once, though the clock is set back before that is seen", async () => {
  const { job, started, end } = gated({ cron: "0 3 * * *" });
  const manual = defineRecurringJob({ ...job, cron: () => null });
  await (await startRecurringJobs(world.context, [manual])).stop();
  await world.context.db.commit((store) => askFor(store, "gated", now));
  now = later(-3_600);
  const running = await startRecurringJobs(world.context, [manual]);
  await started();
  end({});
  await running.stop();
});

it("a run goes on when the clock is set back or forward, and no second one begins", async () => {
  const { job, starts, started, end } = gated();
  const running = await startRecurringJobs(world.context, [job]);
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
  await running.stop();
});

it("after the clock was set back, a run of a process that died is repeated within its interval", async () => {
  const { job, starts, started, end } = gated();
  await world.context.db.commit(async (store) => {
    await rows.plan(store, { name: "gated", schedule: "every 60 s", firstRunAt: now, now });
    await rows.claim(store, { name: "gated", now });
  });
  now = later(-3_600);
  const running = await startRecurringJobs(world.context, [job]);
  await until(async () => +((await row("gated"))?.job?.run_at ?? 0) === +later(60));
  now = later(60);
  look();
  await started();
  expect(starts).toHaveLength(1);
  end({});
  await running.stop();
});

it("reckons patterns in UTC", () => {
  expect(nextTime("30 2 * * 1", now)).toEqual(new Date("2026-01-05T02:30:00Z"));
  expect(() => nextTime("* * * * * *", now)).toThrow();
});
