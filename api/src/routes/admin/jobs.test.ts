import { recurringJobs } from "@merit/core/operations/recurring-jobs/all.ts";
import { startRecurringJobs } from "@merit/core/operations/recurring-jobs/run.ts";
import * as rows from "@merit/core/operations/recurring-jobs/store.ts";
import * as audit from "@merit/core/store/audit/audit.ts";
import type { Job } from "@merit/core/store/jobs/jobs.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService, type TestService, type TestUser } from "../../testing/service.ts";

let service: TestService;
let admin: TestUser;
beforeAll(async () => {
  service = await startService();
  admin = await service.admin();
});
afterAll(() => service[Symbol.asyncDispose]());

const call = (request: string, options = {}) => service.call(request, { token: admin.accessToken, ...options });
const prune = async () => {
  const { body } = await call("GET /api/admin/jobs");
  return body.data.find(({ name }: { name: string }) => name === "prune");
};

it("lists every job with its last run, starts one on request, and notes who asked", async () => {
  const { context } = service.world;
  // Its first run is due at once; none of the others' matter here.
  const recurring = await startRecurringJobs(
    context,
    recurringJobs.filter(({ name }) => name === "prune"),
  );
  const ended = async (since: string | null) => {
    let job = await prune();
    while (job.running || job.last_finished_at === since || job.last_finished_at === null) job = await prune();
    return job;
  };
  const first = await ended(null);
  expect(first).toMatchObject({ schedule: "every 3600 s", last_status: "succeeded", failures: 0 });
  const asked = await call("POST /api/admin/jobs/prune/run");
  expect(asked.status).toBe(202);
  const second = await ended(first.last_finished_at);
  expect(second.last_started_at > first.last_started_at).toBe(true);
  await recurring.stop();

  const { body } = await call("GET /api/admin/audit-log?action=job.run");
  expect(body.data).toMatchObject([{ actor: `user:${admin.id}`, subject: "job:prune", detail: {} }]);
});

it("refuses a running job and an unknown one", async () => {
  const { db } = service.world.context;
  const now = new Date();
  await db.commit((store) => rows.plan(store, { name: "prune", schedule: "test", firstRunAt: now, now }));
  const held = await db.commit((store) => rows.claim(store, { name: "prune", now }));
  if (!held) throw new Error("not claimed");
  expect((await prune()).running).toBe(true);
  const audited = () => db.read((store) => audit.list(store, { action: "job.run" }, { limit: 100 }));
  const before = await audited();
  expect((await call("POST /api/admin/jobs/prune/run")).body).toMatchObject({ status: 409, code: "job_running" });
  expect((await call("POST /api/admin/jobs/nonsense/run")).body).toMatchObject({ status: 404, code: "not_found" });
  expect(await audited()).toEqual(before);
});

it("a repeat under the same Idempotency-Key requests one run", async () => {
  const { db } = service.world.context;
  const now = new Date();
  await db.commit(async (store) => {
    await rows.plan(store, { name: "prune", schedule: "again", firstRunAt: now, now });
    const row = await rows.byName(store, "prune");
    const outcome = {
      status: "succeeded" as const,
      result: {},
      error: null,
      nextRunAt: new Date(+now + 3_600_000),
      now,
    };
    await rows.finish(store, row?.job as Job, outcome);
  });
  const ask = () => call("POST /api/admin/jobs/prune/run", { headers: { "Idempotency-Key": "run-1" } });
  const before = (await call("GET /api/admin/audit-log?action=job.run")).body.data.length;
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect(answers.filter(({ headers }) => headers.get("idempotency-replayed") === "true")).toHaveLength(2);
  expect((await call("GET /api/admin/audit-log?action=job.run")).body.data).toHaveLength(before + 1);
});
