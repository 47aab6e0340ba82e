import { auditAlone } from "@merit/core/reconciliation/audit.ts";
import { defineRoute } from "../../http/route.ts";
import { presentAudit } from "./presenter.ts";
import * as T from "./schema.ts";

export const showAudit = defineRoute({
  method: "get",
  path: "/admin/audit",
  auth: "admin",
  summary: "Compares the database's rewards with the ledger and the indexed events, and lists every difference",
  description:
    "A healthy service has none. `from` and `to` limit the rewards and events that are compared; what campaigns have spent and " +
    "what the pool and the service's accounts hold is compared as of now. Differences are read again before they are reported, " +
    "so that payments under way are not reported. The answer comes when everything is compared. A long history takes minutes; " +
    "`merit audit` on the service's machine shows its progress. One audit runs at a time.",
  request: { query: T.periodQuery },
  responses: { 200: T.auditResultView },
  errors: { 409: ["audit_running"], 503: ["rpc_unavailable"] },
  handler: async ({ context, query }) => ({ status: 200, body: presentAudit(await auditAlone(context, query)) }),
});
