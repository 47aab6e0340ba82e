import { toPage } from "@merit/core/base/page.ts";
import * as audit from "@merit/core/store/audit/audit.ts";
import { listOf, presentIdPage } from "../../http/list.ts";
import { defineRoute } from "../../http/route.ts";
import { presentAuditRow } from "./presenter.ts";
import * as T from "./schema.ts";

export const listAuditLog = defineRoute({
  method: "get",
  path: "/admin/audit-log",
  auth: "admin",
  summary: "What administrators changed, newest first",
  description: "Commands that the operator ran on the service's machine are in it too.",
  request: { query: T.auditQuery },
  responses: { 200: listOf(T.auditView) },
  errors: {},
  async handler({ context, query: { limit, cursor, ...filter } }) {
    const page = await context.db.read((store) =>
      toPage({ limit, before: cursor }, (request) => audit.list(store, filter, request)),
    );
    return { status: 200, body: presentIdPage(page, presentAuditRow) };
  },
});
