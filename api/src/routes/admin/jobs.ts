import { actorOf, record } from "@merit/core/audit/audit.ts";
import * as schedule from "@merit/core/tasks/service.ts";
import { topics } from "@merit/core/wake.ts";
import { listOf } from "../../http/list.ts";
import { defineRoute } from "../../http/route.ts";
import { onlyPage, presentJob } from "./presenter.ts";
import * as T from "./schema.ts";

export const listJobs = defineRoute({
  method: "get",
  path: "/admin/jobs",
  auth: "admin",
  summary: "Recurring jobs: when each is due, and the result of its last run",
  request: {},
  responses: { 200: listOf(T.jobView) },
  errors: {},
  async handler({ context }) {
    const jobs = await context.db.read((store) => schedule.list(context, store));
    return { status: 200, body: onlyPage(jobs.map((job) => presentJob(context, job))) };
  },
});

export const runJob = defineRoute({
  method: "post",
  path: "/admin/jobs/:name/run",
  auth: "admin",
  summary: "Starts a job now, before it is due",
  request: { params: T.jobParams },
  responses: { 202: T.jobView },
  errors: { 409: ["job_running"] },
  async handler({ context, session, params: { name }, commit }) {
    const answer = await commit(async (store) => {
      const job = await schedule.runNow(context, store, name);
      const now = context.clock.now();
      await record(store, { actor: actorOf(session), action: "job.run", subject: `job:${name}`, now });
      return { status: 202, body: presentJob(context, job) };
    });
    context.wake.notify(topics.schedule);
    return answer;
  },
});
