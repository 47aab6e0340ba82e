import type { BodyOf } from "@merit/client/types.ts";
import { writeFileAtomically } from "@merit/core/base/atomic-file.ts";
import type { Command } from "commander";
import { UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { record, table } from "../output.ts";
import { type Session, withApi } from "../session.ts";
import { fromOption, untilOption } from "../values.ts";

type Statement = BodyOf<"GET /merchants/me/statement">;

const EXPORT_TIMEOUT_MS = 600_000;

export function statementCommand(merchant: Command, io: Io): void {
  withApi<StatementOptions, []>(
    merchant
      .command("statement")
      .description("show what came in, went out and was paid in a month, with the balances before and after")
      .option("--month <month>", "a month in UTC, such as 2026-10 (default: the current one)")
      .addOption(fromOption("--from <time>", "first moment of another period; with --to"))
      .addOption(untilOption("--to <time>", "the moment behind that period"))
      .option("--csv", "print each entry as CSV, with its transaction and the balances after it")
      .option("--out <file>", "with --csv: file to write; only you can read it")
      .addHelpText(
        "after",
        `
Examples:
  $ merit merchant statement --month 2026-10
  $ merit merchant statement --month 2026-10 --csv --out october.csv`,
      ),
    io,
    statement,
  );
}

interface StatementOptions {
  month?: string;
  from?: string;
  to?: string;
  csv?: boolean;
  out?: string;
}

async function statement(session: Session, { csv, out, month, from, to }: StatementOptions): Promise<void> {
  const query = { month, from, to };
  if (out !== undefined && !csv) throw new UsageError("--out writes entries: add --csv.");
  if (csv) {
    const request = { query: { ...query, format: "csv" as const }, timeoutMs: EXPORT_TIMEOUT_MS };
    const file = (await session.client.call("GET /merchants/me/statement", request)).body;
    if (out === undefined) return session.io.out(file);
    writeFileAtomically(out, file, 0o600);
    return session.print({ file: out }, () => record([["File", out]]));
  }
  const { body } = await session.client.call("GET /merchants/me/statement", { query });
  session.print(body, text);
  if (!body.complete) session.note("More may follow: the period isn't over, or not all of its events have been read.");
}

/** The effect of each type on the two balances. */
const effects: Record<string, [free: string, reserved: string]> = {
  deposit: ["+", ""],
  grant: ["+", ""],
  withdraw: ["-", ""],
  reserved: ["-", "+"],
  released: ["+", "-"],
  reward: ["", "-"],
  claim: ["", "-"],
};

function text({ from, to, asset, opening, closing, totals }: Statement): string {
  const rows = [
    { type: "opening", ...opening },
    ...totals
      .filter(({ entries }) => entries > 0)
      .map(({ type, amount, entries, payments }) => {
        const [free, reserved] = (effects[type] ?? ["", ""]).map((sign) => sign && `${sign}${amount}`);
        return { type, entries, payments, free, reserved };
      }),
    { type: "closing", ...closing },
  ];
  return `${record([
    ["From", from],
    ["To", to],
    ["Asset", asset],
  ])}\n${table<Row>(columns, rows)}`;
}

interface Row {
  type: string;
  entries?: number;
  payments?: number;
  free?: string | undefined;
  reserved?: string | undefined;
}

const columns = [
  { head: "Type", value: (row: Row) => row.type },
  { head: "Entries", value: (row: Row) => row.entries, right: true },
  { head: "Payments", value: (row: Row) => row.payments, right: true },
  { head: "Free", value: (row: Row) => row.free, right: true },
  { head: "Reserved", value: (row: Row) => row.reserved, right: true },
];
