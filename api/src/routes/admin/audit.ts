import { auditAlone } from "@merit/core/operations/reconciliation/audit.ts";
import { defineRoute } from "../../http/route.ts";
import { presentAudit } from "./presenter.ts";
import * as T from "./schema.ts";

export const showAudit = defineRoute({
  method: "get",
  path: "/admin/audit",
  auth: "admin",
  summary: "Compares the database's rewards with the ledger and the indexed events, and lists every difference",
  description:
    "A healthy service has none. `from` and `to` limit the rewards and events that are compared; balances are compared as of now. " +
    "Payments under way are not reported. A long history takes minutes. One audit runs at a time.",
  request: { query: T.periodQuery },
  responses: { 200: T.auditResultView },
  errors: { 409: ["audit_running"], 503: ["rpc_unavailable"] },
  handler: async ({ context, query }) => ({ status: 200, body: presentAudit(await auditAlone(context, query)) }),
});
