import { fileName, statementLines, writers } from "@merit/core/operations/statements/file.ts";
import * as statements from "@merit/core/operations/statements/service.ts";
import { FILE_HEADERS, FILE_TYPES, fileAnswer } from "../../http/files.ts";
import { defineRoute } from "../../http/route.ts";
import { presentStatement } from "./presenter.ts";
import * as T from "./schema.ts";

export const statement = defineRoute({
  method: "get",
  path: "/merchants/me/statement",
  auth: "merchant",
  summary: "The merchant's money in a period: opening and closing balance, and the sums in between",
  description:
    "Comes from the ledger's events. Opening balance and sums give the closing balance, and that of now is GET /merchants/me/balance. With `format`, the answer is a file with each entry, as CSV (RFC 4180) or lines of JSON.",
  request: { query: T.statementQuery },
  responses: { 200: T.statementView },
  files: { types: FILE_TYPES, schema: T.statementFile },
  headers: FILE_HEADERS,
  errors: {},
  async handler({ context, merchant, query: { format, ...query } }) {
    const period = T.periodOf(query, context.clock.now());
    if (format === undefined) {
      const found = await statements.statement(context, merchant.id, period);
      return { status: 200, body: presentStatement(context, merchant.id, period, found) };
    }
    const lines = await statementLines(context, merchant.id, period);
    return fileAnswer(fileName(merchant.id, period, format), format, writers[format](lines));
  },
});
