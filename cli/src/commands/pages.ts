import type { Endpoint, List, RequestOf, RowOf } from "@merit/client/types.ts";
import { formats } from "@merit/core/operations/reports/formats.ts";
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

export interface WholeOptions extends PageOptions {
  all?: boolean;
  csv?: boolean;
}

/** As `withPages`, for a list that can be read whole and, with `csv`, go into a spreadsheet. */
export function withWhole(command: Command, { csv }: { csv: boolean }): Command {
  withPages(command).option("--all", "every page, in one list");
  return csv ? command.option("--csv", "print CSV with all fields instead of a table") : command;
}

export interface PeriodOptions {
  from?: string;
  to?: string;
}

/** Options for the period in which `what` was created. */
export const withPeriod = (command: Command, what: string): Command =>
  command
    .addOption(fromOption("--from <time>", `${what} at this time or later`))
    .addOption(untilOption("--to <time>", `${what} before this time`));

async function readPage<L extends List>(session: Session, list: L, request: RequestOf<L>): Promise<Page<RowOf<L>>> {
  const { body } = await session.client.call<Endpoint>(list, request as never);
  return body as Page<RowOf<L>>;
}

/** Reads a page of a list and prints it. */
export async function printList<L extends List>(
  session: Session,
  list: L,
  request: RequestOf<L>,
  columns: Column<RowOf<L>>[],
): Promise<void> {
  printPage(session, await readPage(session, list, request), columns);
}

/** Prints a page of a list, or all of it. @param fields in the order of CSV */
export async function printWhole<L extends List>(
  session: Session,
  list: L,
  { all, csv, limit, cursor, ...query }: WholeOptions & Record<string, unknown>,
  { columns, fields = [] }: { columns: Column<RowOf<L>>[]; fields?: (keyof RowOf<L> & string)[] },
): Promise<void> {
  const request = { query: { ...query, cursor, ...(!all && { limit }) } } as RequestOf<L>;
  const page = all
    ? await onePage(session.client.rows(list, request as never))
    : await readPage(session, list, request);
  if (!csv) return printPage(session, page, columns);
  session.print(page, ({ data }) => formats.csv.begin(fields) + formats.csv.rowsOf(fields, data as never, true));
  moreNote(session, page);
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
export function moreNote(session: Pick<Session, "note">, page: Page<unknown>): void {
  if (page.data.length === 0) session.note("Nothing found.");
  else if (page.has_more && page.next_cursor) session.note(`There are more entries: add --cursor ${page.next_cursor}`);
}
