import { listBackups } from "@merit/core/operations/backups/manifest.ts";
import * as recurring from "@merit/core/operations/recurring-jobs/service.ts";
import { actorOf } from "@merit/core/store/audit/audit.ts";
import { defineRoute } from "../../http/route.ts";
import { onlyPage, presentBackup, presentJob } from "./presenter.ts";
import * as T from "./schema.ts";

export const listJobs = defineRoute({
  method: "get",
  path: "/admin/jobs",
  auth: "admin",
  summary: "The recurring jobs: when each is due, how its last run ended, and the backups that `backup` has made",
  description: "POST /admin/jobs/:name/run starts one now.",
  request: {},
  responses: { 200: T.jobsView },
  errors: {},
  async handler({ context }) {
    const jobs = await context.db.read((store) => recurring.list(context, store));
    const backups = listBackups(context.settings.backup.folder, context.clock.now()).map(presentBackup);
    return { status: 200, body: { ...onlyPage(jobs.map((job) => presentJob(context, job))), backups } };
  },
});

export const runJob = defineRoute({
  method: "post",
  path: "/admin/jobs/:name/run",
  location: "/admin/jobs",
  auth: "admin",
  summary: "Starts a recurring job now instead of when it is due",
  description: "Its schedule stays. GET /admin/jobs shows how the run went.",
  request: { params: T.jobParams },
  responses: { 202: T.jobView },
  errors: { 409: ["job_running"] },
  async handler({ context, session, params: { name }, commit }) {
    return commit(async (store) => {
      const job = await recurring.runNow(context, store, { name, actor: actorOf(session) });
      return { status: 202, body: presentJob(context, job) };
    });
  },
});
