import { Readable } from "node:stream";
import { formats } from "@merit/core/reports/formats.ts";
import * as statements from "@merit/core/statements/service.ts";
import { defineRoute } from "../../http/route.ts";
import { mediaTypes } from "../contract-events/file.ts";
import { type Line, presentEntry, presentStanding, presentStatement } from "./presenter.ts";
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
    const opening = await statements.balancesAt(context, merchant.id, period.from);
    const lines = linesOf(statements.entries(context, merchant.id, period, opening), period, opening);
    const headers = {
      "Content-Type": mediaTypes[query.format],
      "Content-Disposition": `attachment; filename="statement-${merchant.id}-${period.from.toISOString().slice(0, 10)}.${query.format}"`,
      "Cache-Control": "private, no-store",
    };
    return { status: 200, body: Readable.from(writers[query.format](lines)), headers };
  },
});

async function* linesOf(
  pages: AsyncIterable<statements.Entry[]>,
  { from, to }: statements.Period,
  opening: statements.Balances,
): AsyncGenerator<Line[]> {
  yield [presentStanding("opening", from, opening)];
  let closing = opening;
  for await (const page of pages) {
    closing = page.at(-1)?.after ?? closing;
    yield page.map(presentEntry);
  }
  yield [presentStanding("closing", to, closing)];
}

const COLUMNS = [
  ...["time", "ledger", "tx_hash", "event_id", "type", "campaign_id", "drop_id", "payments"],
  ...["amount", "free", "reserved"],
];

const writers = {
  async *csv(pages: AsyncIterable<Line[]>) {
    yield formats.csv.begin(COLUMNS);
    for await (const page of pages) if (page.length > 0) yield formats.csv.rowsOf(COLUMNS, page, false);
  },
  async *ndjson(pages: AsyncIterable<Line[]>) {
    for await (const page of pages) yield page.map((line) => `${JSON.stringify(line)}\n`).join("");
  },
};
