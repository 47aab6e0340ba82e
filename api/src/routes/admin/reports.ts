import { createReadStream } from "node:fs";
import { toPage } from "@merit/core/base/page.ts";
import type { Context } from "@merit/core/context/context.ts";
import { reportName } from "@merit/core/operations/reports/files.ts";
import { mediaTypes } from "@merit/core/operations/reports/formats.ts";
import * as reports from "@merit/core/operations/reports/service.ts";
import * as rows from "@merit/core/operations/reports/store.ts";
import { actorOf } from "@merit/core/store/audit/audit.ts";
import { nothing } from "../../http/fields.ts";
import { attachment, FILE_HEADERS } from "../../http/files.ts";
import { listOf, pageQuery, presentIdPage } from "../../http/list.ts";
import { type Answer, defineRoute } from "../../http/route.ts";
import { presentReport, presentSchedule } from "./report-presenter.ts";
import * as T from "./report-schema.ts";
import { idParams } from "./schema.ts";

export const createReport = defineRoute({
  method: "post",
  path: "/admin/reports",
  location: "/admin/reports/:id",
  auth: "admin",
  summary: "Requests a report; its file can be downloaded once it is ready",
  description:
    "`users`, `campaigns` and `transactions` (rewards) list what was created in the period; `revenue` sums up what was paid out and funded in it, by merchant and UTC day of the payment, however long ago that was accepted. No report holds names, e-mail addresses or secrets.",
  request: { body: T.reportBody },
  responses: { 202: T.reportView },
  errors: {},
  async handler({ context, session, body, commit }) {
    return commit(async (store) => ({
      status: 202,
      body: presentReport(context, await reports.request(context, store, body, actorOf(session))),
    }));
  },
});

export const listReports = defineRoute({
  method: "get",
  path: "/admin/reports",
  auth: "admin",
  summary: "Reports, newest first",
  description: "Failed ones, and those still in work, are among them. GET /admin/reports/:id has the file.",
  request: { query: pageQuery },
  responses: { 200: listOf(T.reportView) },
  errors: {},
  async handler({ context, query: { limit, cursor } }) {
    const page = await context.db.read((store) =>
      toPage({ limit, before: cursor }, (request) => rows.list(store, request)),
    );
    return {
      status: 200,
      body: presentIdPage(page, (report) => presentReport(context, report)),
    };
  },
});

export const showReport = defineRoute({
  method: "get",
  path: "/admin/reports/:id",
  auth: "admin",
  summary: "A report and its progress, or its file, as CSV (RFC 4180) or a JSON array",
  description: "With `file` the answer is the file, in the report's own format.",
  request: { params: idParams, query: T.showQuery },
  responses: { 200: T.shownReport },
  files: { types: ["text/csv"], schema: T.reportFile },
  headers: {
    ...FILE_HEADERS,
    "Repr-Digest": "SHA-256 of the file (RFC 9530)",
  },
  errors: { 409: ["report_not_ready", "report_gone"] },
  handler: async ({ context, params: { id }, query: { file } }) =>
    file
      ? fileOf(context, id)
      : { status: 200, body: presentReport(context, await context.db.read((store) => reports.get(store, id))) },
});

async function fileOf(context: Context, id: number): Promise<Answer> {
  const { report, path } = await context.db.read((store) => reports.fileOf(context, store, id));
  return attachment(reportName(report), mediaTypes[report.format], createReadStream(path), {
    "Content-Length": String(report.bytes),
    "Repr-Digest": `sha-256=:${Buffer.from(report.sha256 ?? "", "hex").toString("base64")}:`,
  });
}

export const createReportSchedule = defineRoute({
  method: "post",
  path: "/admin/report-schedules",
  location: "/admin/report-schedules",
  auth: "admin",
  summary: "Schedules a recurring report",
  description:
    "Each report covers the `period_days` before its time; times that pass while the service is down have one report together. GET /admin/reports lists them.",
  request: { body: T.scheduleBody },
  responses: { 201: T.scheduleView },
  errors: {},
  handler: ({ context, session, body: { period_days: periodDays, ...schedule }, commit }) =>
    commit(async (store) => {
      const created = await reports.createSchedule(context, store, { ...schedule, periodDays }, actorOf(session));
      return { status: 201, body: presentSchedule(created) };
    }),
});

export const listReportSchedules = defineRoute({
  method: "get",
  path: "/admin/report-schedules",
  auth: "admin",
  summary: "Schedules of recurring reports, newest first",
  description: "`next_run_at` says when each makes its next report. Ended ones are left out.",
  request: { query: pageQuery },
  responses: { 200: listOf(T.scheduleView) },
  errors: {},
  async handler({ context, query: { limit, cursor } }) {
    const page = await context.db.read((store) =>
      toPage({ limit, before: cursor }, (request) => rows.listSchedules(store, request)),
    );
    return { status: 200, body: presentIdPage(page, presentSchedule) };
  },
});

export const removeReportSchedule = defineRoute({
  method: "delete",
  path: "/admin/report-schedules/:id",
  auth: "admin",
  summary: "Ends a schedule; the reports that it made stay",
  description: "It makes no further report. The audit log notes who ended it.",
  request: { params: idParams },
  responses: { 204: nothing },
  errors: {},
  handler: ({ context, session, params: { id }, commit }) =>
    commit(async (store) => {
      await reports.removeSchedule(context, store, id, actorOf(session));
      return { status: 204, body: null };
    }),
});
