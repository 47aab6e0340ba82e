import { startBackup } from "@merit/core/operations/admin/run-job.ts";
import { listBackups as backupsIn } from "@merit/core/operations/backups/manifest.ts";
import { actorOf } from "@merit/core/store/audit/audit.ts";
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
  accepted:
    "The worker makes the backup at once. See GET /admin/jobs for how it ends, and GET /admin/backups for its file.",
  auth: "admin",
  summary: "Starts a backup now; GET /admin/jobs shows its result",
  request: {},
  responses: { 202: T.jobView },
  errors: { 409: ["job_running"] },
  async handler({ context, session, commit }) {
    return commit(async (store) => {
      const job = await startBackup(context, store, actorOf(session));
      return { status: 202, body: presentJob(context, job) };
    });
  },
});
