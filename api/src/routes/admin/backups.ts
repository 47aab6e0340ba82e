import { listBackups as backupsIn } from "@merit/core/operations/backups/manifest.ts";
import { listOf } from "../../http/list.ts";
import { defineRoute } from "../../http/route.ts";
import { onlyPage, presentBackup } from "./presenter.ts";
import * as T from "./schema.ts";

export const listBackups = defineRoute({
  method: "get",
  path: "/admin/backups",
  auth: "admin",
  summary: "The backups in the service's backup folder, newest first",
  description: "POST /admin/jobs/backup/run makes one now.",
  request: {},
  responses: { 200: listOf(T.backupView) },
  errors: {},
  handler: async ({ context }) => ({
    status: 200,
    body: onlyPage(backupsIn(context.settings.backup.folder).map(presentBackup)),
  }),
});
