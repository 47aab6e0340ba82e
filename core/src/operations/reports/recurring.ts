import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { addDays } from "../../base/days.ts";
import { lastTime, nextTime } from "../../base/settings/cron.ts";
import type { Context, UnitContext } from "../../context/context.ts";
import { defineRecurringJob } from "../../context/recurring.ts";
import type { Store } from "../../store/db/store.ts";
import { DatabaseUnavailable } from "../../store/db/unavailable.ts";
import { REPORTS_JOB, reportPath } from "./files.ts";
import { generate } from "./generate.ts";
import type { Report } from "./store.ts";
import * as rows from "./store.ts";

export const reportsJob = defineRecurringJob({
  name: REPORTS_JOB,
  title: "Makes the reports that were requested or are due, and removes old ones",
  every: 30,
  timeoutSeconds: 3_600,
  async run(context, { signal, progress }) {
    const { db } = context;
    await db.commit((store) => askDue(context, store));
    const result = { ready: 0, failed: 0, removed: await removeOld(context) };
    for (;;) {
      const report = await db.read(rows.nextUnfinished);
      if (!report) return result;
      await progress({ report_id: report.id, ...result });
      result[await make(context, report, signal)] += 1;
    }
  },
});

/**
 * Each schedule requests one report per time that it names; all times that were missed have one report together. If the next time is
 * later than the schedule now says, because the clock was ahead, it is computed again.
 */
async function askDue({ clock }: UnitContext, store: Store): Promise<void> {
  const now = clock.now();
  for (const { id, kind, format, cron, period_days, next_run_at } of await rows.allSchedules(store)) {
    const next = nextTime(cron, now);
    if (next_run_at <= now) {
      const period = { period_from: addDays(next_run_at, -period_days), period_to: lastTime(cron, next_run_at, now) };
      await rows.insert(store, { kind, format, ...period, schedule_id: id, created_at: now });
      if (!next) await rows.removeSchedule(store, id);
    }
    if (next && next.getTime() !== next_run_at.getTime()) await rows.setNextRun(store, id, next);
  }
}

/** @throws if it has to stop: the report is made again at the next run */
async function make(context: Context, report: Report, signal: AbortSignal): Promise<"ready" | "failed"> {
  const { db, clock, log } = context;
  const { id } = report;
  await db.commit((store) => rows.update(store, id, { status: "running", scanned: 0 }));
  try {
    const written = await generate(context, report, signal);
    const done = { ...written, status: "ready" as const, error_message: null, finished_at: clock.now() };
    await db.commit((store) => rows.update(store, id, done));
    return "ready";
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof DatabaseUnavailable) throw error;
    log.error({ report_id: id, err: error }, "a report could not be made");
    const failed = { status: "failed" as const, error_message: (error as Error).message, finished_at: clock.now() };
    await db.commit((store) => rows.update(store, id, failed));
    return "failed";
  }
}

/** Removes the file first: a row without its file is removed at the next run, but a file without its row would stay. */
async function removeOld({ db, clock, settings }: Context): Promise<number> {
  const { folder, keepDays } = settings.reports;
  const limit = addDays(clock.now(), -keepDays);
  const old = await db.read((store) => rows.finishedBefore(store, limit));
  for (const report of old) {
    await rm(reportPath(folder, report), { force: true });
    await db.commit((store) => rows.remove(store, report.id));
  }
  await removeParts(folder);
  return old.length;
}

/** Files left by a process that died: nobody else writes reports while this runs. */
async function removeParts(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((name) => name.endsWith(".part"))) await rm(join(folder, name), { force: true });
}
