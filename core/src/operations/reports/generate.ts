import { setImmediate as turn } from "node:timers/promises";
import { formatAmount } from "../../base/money.ts";
import type { Context } from "../../context/context.ts";
import type { Store } from "../../store/db/store.ts";
import { type Row, reportPath, type WrittenFile, writeReport } from "./files.ts";
import { listed, movements, revenueColumns, type Source } from "./sources.ts";
import type { Report } from "./store.ts";
import * as rows from "./store.ts";

/** Records read at once: a few milliseconds, during which no other call is served. */
const PAGE = 500;
/** Number of pages after which a report's row is updated with the progress. */
const NOTE_EVERY = 20;

interface Run {
  context: Context;
  report: Report;
  signal: AbortSignal;
}

/**
 * Makes a report's file. Records are read in pages, so they are not all of one moment, but only those of the period count.
 */
export async function generate(context: Context, report: Report, signal: AbortSignal): Promise<WrittenFile> {
  const run = { context, report, signal };
  const path = reportPath(context.settings.reports.folder, report);
  if (report.kind === "revenue") return writeReport(path, report.format, revenueColumns, revenue(run));
  const { columns, source } = listed[report.kind];
  return writeReport(path, report.format, columns, list(run, source.page));
}

async function* list(run: Run, read: Source["page"]): AsyncGenerator<Row[]> {
  for await (const page of records(run, read, ({ created_at }) => created_at)) yield page.map(({ row }) => row());
}

interface Day {
  day: string;
  merchant_id: number;
  rewards: number;
  rewards_amount: bigint;
  fundings: number;
  fundings_amount: bigint;
}

/**
 * Payouts and grants that the ledger has confirmed, by merchant and by the day (UTC) of that: what was accepted in an earlier period and
 * is paid later is in the report of its payment.
 */
async function* revenue(run: Run): AsyncGenerator<Row[]> {
  const days = new Map<string, Day>();
  for (const kind of ["rewards", "fundings"] as const) {
    for await (const page of records(run, movements[kind], ({ updated_at }) => updated_at)) {
      for (const { updated_at, merchant_id, amount, status } of page) {
        if (status !== "confirmed" || amount === null) continue;
        const day = updated_at.toISOString().slice(0, 10);
        const key = `${day} ${String(merchant_id).padStart(16, "0")}`;
        const known = days.get(key) ?? emptyDay(day, merchant_id);
        known[kind] += 1;
        known[`${kind}_amount`] += amount;
        days.set(key, known);
      }
    }
  }
  const sorted = [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, day]) => day);
  yield sorted.map((day) => ({
    ...day,
    rewards_amount: formatAmount(day.rewards_amount),
    fundings_amount: formatAmount(day.fundings_amount),
  }));
}

const emptyDay = (day: string, merchant_id: number): Day => ({
  day,
  merchant_id,
  rewards: 0,
  rewards_amount: 0n,
  fundings: 0,
  fundings_amount: 0n,
});

/** The records whose time lies in the period, page by page; others get their turn in between. */
async function* records<T extends { id: number }>(
  { context, report, signal }: Run,
  read: (store: Store, after: number, limit: number) => Promise<T[]>,
  timeOf: (record: T) => Date,
): AsyncGenerator<T[]> {
  const { id, period_from, period_to } = report;
  let after = 0;
  let scanned = 0;
  for (let pages = 1; ; pages++) {
    signal.throwIfAborted();
    const page = await context.db.read((store) => read(store, after, PAGE));
    const last = page.at(-1);
    if (!last) return;
    after = last.id;
    scanned += page.length;
    yield page.filter((record) => timeOf(record) >= period_from && timeOf(record) < period_to);
    if (pages % NOTE_EVERY === 0) await context.db.commit((store) => rows.update(store, id, { scanned }));
    await turn();
  }
}
