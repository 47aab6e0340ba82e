import { actorOf, record } from "@merit/core/audit/audit.ts";
import { listBackups as backupsIn } from "@merit/core/backups/manifest.ts";
import { BACKUP_JOB } from "@merit/core/backups/task.ts";
import * as schedule from "@merit/core/tasks/service.ts";
import { topics } from "@merit/core/wake.ts";
import { listOf } from "../../http/list.ts";
import { defineRoute } from "../../http/route.ts";
import { onlyPage, presentBackup, presentJob } from "./presenter.ts";
import * as T from "./schema.ts";

export const listBackups = defineRoute({
  method: "get",
  path: "/admin/backups",
  auth: "admin",
  summary: "The backups in the service's backup folder, newest first",
  request: {},
  responses: { 200: listOf(T.backupView) },
  errors: {},
  handler: async ({ context }) => ({
    status: 200,
    body: onlyPage(backupsIn(context.settings.backup.folder).map(presentBackup)),
  }),
});

export const createBackup = defineRoute({
  method: "post",
  path: "/admin/backups",
  auth: "admin",
  summary: "Starts a backup now; GET /admin/jobs shows its result",
  request: {},
  responses: { 202: T.jobView },
  errors: { 409: ["job_running"] },
  async handler({ context, session, commit }) {
    const answer = await commit(async (store) => {
      const job = await schedule.runNow(context, store, BACKUP_JOB);
      const subject = `job:${BACKUP_JOB}`;
      await record(store, { actor: actorOf(session), action: "backup.create", subject, now: context.clock.now() });
      return { status: 202, body: presentJob(context, job) };
    });
    context.wake.notify(topics.schedule);
    return answer;
  },
});
