import { toPage } from "@merit/core/base/page.ts";
import * as mails from "@merit/core/parties/mail/store.ts";
import { listOf, pageQuery, presentIdPage } from "../../http/list.ts";
import { defineRoute } from "../../http/route.ts";
import { presentEmailLog } from "./presenter.ts";
import * as T from "./schema.ts";

export const list = defineRoute({
  method: "get",
  path: "/admin/email-logs",
  auth: ["merchant", "admin"],
  summary: "Mails sent on the merchant's behalf, or all for administrators, newest first",
  description: "Without the mails' texts. `error_message` says why one was not sent.",
  request: { query: pageQuery },
  responses: { 200: listOf(T.emailLogView) },
  errors: {},
  async handler({ context, merchant, query: { limit, cursor } }) {
    const page = await context.db.read((store) =>
      toPage({ limit, before: cursor }, (request) => mails.list(store, merchant?.id ?? null, request)),
    );
    return { status: 200, body: presentIdPage(page, presentEmailLog) };
  },
});
