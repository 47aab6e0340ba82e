import type { Endpoint, List, RequestOf, RowOf } from "@merit/client/types.ts";
import type { Command } from "commander";
import type { Page } from "../client.ts";
import { type Column, table } from "../output.ts";
import type { Session } from "../session.ts";
import { fromOption, limit, untilOption } from "../values.ts";

export interface PageOptions {
  cursor?: string;
  limit?: number;
}

export const withPages = (command: Command): Command =>
  command
    .option("--limit <number>", "entries per page, 1 to 100 (default: 20)", limit)
    .option("--cursor <cursor>", "continue after an earlier page");

export interface PeriodOptions {
  from?: string;
  to?: string;
}

/** Options for the period in which `what` was created. */
export const withPeriod = (command: Command, what: string): Command =>
  command
    .addOption(fromOption("--from <time>", `${what} at this time or later`))
    .addOption(untilOption("--to <time>", `${what} before this time`));

/** Reads a page of a list and prints it. */
export async function printList<L extends List>(
  session: Session,
  list: L,
  request: RequestOf<L>,
  columns: Column<RowOf<L>>[],
): Promise<void> {
  const { body } = await session.client.call<Endpoint>(list, request as never);
  printPage(session, body as Page<RowOf<L>>, columns);
}

export function printPage<Row>(session: Session, page: Page<Row>, columns: Column<Row>[]): void {
  session.print(page, () => table(columns, page.data));
  moreNote(session, page);
}

/** All rows as one page, the last. */
export async function onePage<Row>(rows: AsyncIterable<Row>): Promise<Page<Row>> {
  const data: Row[] = [];
  for await (const row of rows) data.push(row);
  return { data, has_more: false, next_cursor: null };
}

/** Tells people that a list is empty or has more pages; scripts see it in the JSON. */
export function moreNote(session: Session, page: Page<unknown>): void {
  if (page.data.length === 0) session.note("Nothing found.");
  else if (page.has_more && page.next_cursor) session.note(`There are more entries: add --cursor ${page.next_cursor}`);
}
