import { formats } from "../reports/formats.ts";
import { type Line, presentEntry, presentStanding } from "./presenter.ts";
import * as statements from "./service.ts";

// A statement as a file: a line for each entry, between the balances at the beginning and at the end.

export const fileName = (merchantId: number, { from }: statements.Period, format: keyof typeof writers): string =>
  `statement-${merchantId}-${from.toISOString().slice(0, 10)}.${format}`;

/** The lines, page by page. */
export async function statementLines(
  context: Parameters<typeof statements.entries>[0],
  merchantId: number,
  period: statements.Period,
): Promise<AsyncGenerator<Line[]>> {
  const opening = await statements.balancesAt(context, merchantId, period.from);
  return linesOf(statements.entries(context, merchantId, period, opening), period, opening);
}

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

export const writers = {
  async *csv(pages: AsyncIterable<Line[]>) {
    yield formats.csv.begin(COLUMNS);
    for await (const page of pages) if (page.length > 0) yield formats.csv.rowsOf(COLUMNS, page, false);
  },
  async *ndjson(pages: AsyncIterable<Line[]>) {
    for await (const page of pages) yield page.map((line) => `${JSON.stringify(line)}\n`).join("");
  },
};
