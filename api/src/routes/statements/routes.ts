import { Readable } from "node:stream";
import { fileName, statementLines, writers } from "@merit/core/operations/statements/file.ts";
import * as statements from "@merit/core/operations/statements/service.ts";
import { defineRoute } from "../../http/route.ts";
import { mediaTypes } from "../contract-events/file.ts";
import { presentStatement } from "./presenter.ts";
import * as T from "./schema.ts";

export const statement = defineRoute({
  method: "get",
  path: "/merchants/me/statement",
  auth: "merchant",
  summary: "The merchant's money in a period: opening and closing balance, and the sums in between",
  description:
    "From the ledger's events. Opening balance and sums give the closing balance, and that of now is GET /merchants/me/balance.",
  request: { query: T.statementQuery },
  responses: { 200: T.statementView },
  errors: {},
  async handler({ context, merchant, query }) {
    const period = T.periodOf(query, context.clock.now());
    const found = await statements.statement(context, merchant.id, period);
    return { status: 200, body: presentStatement(context, merchant.id, period, found) };
  },
});

export const exported = defineRoute({
  method: "get",
  path: "/merchants/me/statement/export",
  auth: "merchant",
  summary:
    "Each entry of a statement with its transaction and the balances after it, as CSV (RFC 4180) or lines of JSON",
  request: { query: T.exportQuery },
  responses: { 200: T.statementFile },
  produces: ["text/csv", "application/x-ndjson"],
  headers: { "Content-Disposition": "name for the file" },
  errors: {},
  async handler({ context, merchant, query }) {
    const period = T.periodOf(query, context.clock.now());
    const lines = await statementLines(context, merchant.id, period);
    const headers = {
      "Content-Type": mediaTypes[query.format],
      "Content-Disposition": `attachment; filename="${fileName(merchant.id, period, query.format)}"`,
      "Cache-Control": "private, no-store",
    };
    return { status: 200, body: Readable.from(writers[query.format](lines)), headers };
  },
});
