import { Registry } from "prom-client";
import { afterEach, beforeEach, expect, it } from "vitest";
import * as users from "../accounts/service.ts";
import { keysPath } from "../ledger/chain/chain.ts";
import { accountRoles, channelRoles, createMissingKeys } from "../ledger/chain/keys.ts";
import { registerStored } from "../operations/health/stored-metrics.ts";
import { post } from "../parties/mail/outbox.ts";
import { emailLogs } from "../store/db/schema/mail.ts";
import * as jobs from "../store/jobs/jobs.ts";
import { startSmtp, type TestSmtp } from "../testing/smtp.ts";
import { eventually } from "../testing/wait.ts";
import { createWorld, type World } from "../testing/world.ts";
import { watchClock } from "./clock-watch.ts";
import { runQueue } from "./queue.ts";
import { startWorker, type Worker } from "./worker.ts";

const HOUR_S = 3_600;
let smtp: TestSmtp;
let world: World;
let worker: Worker | undefined;
/** Seconds by which the machine's clock is ahead of the right time. */
let ahead: number;
beforeEach(async () => {
  smtp = await startSmtp();
  // A wait that is longer than a test may take.
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: "no-reply@rewards.example", MAIL_BACKOFF_SECONDS: "600" };
  world = createWorld(mail);
  ahead = 0;
  world.context.clock = { now: () => new Date(Date.now() + ahead * 1000) };
  createMissingKeys(keysPath(world.context.settings), [...accountRoles, ...channelRoles(4)]);
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  await world[Symbol.asyncDispose]();
  await smtp[Symbol.asyncDispose]();
});

const later = (seconds: number) => new Date(world.context.clock.now().getTime() + seconds * 1000);
const sent = () => eventually(() => expect(smtp.mails).toHaveLength(1));

/** A mail that the server has refused for now, so that it waits for its next attempt. */
async function refusedMail(): Promise<void> {
  const { context } = world;
  smtp.refusals.push(451);
  worker = await startWorker(context);
  await context.db.commit(async (store) => {
    const input = { email: "ada@example.com", passwordHash: "never used here" };
    const { id } = await users.create(store, input, context.clock.now());
    await post(context, store, { template: "password_changed", isConfirmed: true, userId: id, recipient: input.email });
  });
  await eventually(async () => {
    const [log] = await context.db.read(async (store) => store.select().from(emailLogs));
    expect(log?.error_message).toContain("451");
  });
}

it.each([
  ["back by an hour", -HOUR_S],
  ["forward by an hour", HOUR_S],
])("a clock that is set %s while the worker runs makes no wait longer", async (_, step) => {
  await refusedMail();
  ahead += step;
  await sent();
});

it.each([
  ["back by an hour", -HOUR_S],
  ["forward by an hour", HOUR_S],
])("a clock that is set %s while the worker is down makes no wait longer", async (_, step) => {
  await refusedMail();
  await worker?.stop();
  world.context.metrics.forget("worker");
  ahead += step;
  worker = await startWorker(world.context);
  await sent();
});

it("a clock that was ahead of the right time and is corrected makes no wait longer", async () => {
  ahead = 6 * HOUR_S;
  await refusedMail();
  ahead = 0;
  await sent();
});

it.each([
  ["back by an hour", -HOUR_S],
  ["forward by a year", 365 * 24 * HOUR_S],
])("a job at work is given to nobody else when the clock is set %s", async (_, step) => {
  const { context } = world;
  const add = (key: string) =>
    context.db.commit((store) => {
      const job = { queue: "email" as const, key, group: key, payload: {} };
      return jobs.add(store, { ...job, now: context.clock.now() });
    });
  const started: string[] = [];
  const gate = Promise.withResolvers<void>();
  const work = async (job: jobs.Job) => {
    started.push(job.key);
    if (job.key === "slow") await gate.promise;
    await context.db.commit((store) => jobs.complete(store, job));
  };
  const stopped = new AbortController();
  const running = runQueue(
    { context, signal: stopped.signal },
    { queue: "email", concurrency: 5, work },
    stopped.signal,
  );
  const watching = watchClock(context, stopped.signal);
  await add("slow");
  await eventually(() => expect(started).toEqual(["slow"]));
  ahead += step;
  // Each is seen by a look of its own, after the step.
  for (const key of ["first", "second", "third"]) {
    await add(key);
    await eventually(() => expect(started).toContain(key));
  }
  gate.resolve();
  stopped.abort();
  await Promise.all([running, watching]);
  expect(started).toEqual(["slow", "first", "second", "third"]);
  expect(await context.db.read(jobs.depth)).toEqual([]);
});

it("how long the oldest job has been due goes on rising after the clock was set back", async () => {
  const { context } = world;
  const registry = new Registry();
  registerStored(registry, context);
  const job = { queue: "email" as const, key: "stuck", group: "stuck", payload: {} };
  await context.db.commit((store) => jobs.add(store, { ...job, now: later(0) }));
  const oldest = async () =>
    Number(/^merit_job_oldest_due_seconds\{queue="email"\} (.*)$/m.exec(await registry.metrics())?.[1]);
  const stopped = new AbortController();
  const watching = watchClock(context, stopped.signal);
  ahead -= HOUR_S;
  await eventually(async () => expect(await oldest()).toBeGreaterThan(0));
  ahead += 90;
  expect(await oldest()).toBeGreaterThan(90);
  stopped.abort();
  await watching;
});
