import { and, asc, eq, inArray, lt, sql } from "drizzle-orm";
import type { PageRequest } from "../../base/page.ts";
import { newest } from "../../store/db/newest.ts";
import { reportSchedules, reports } from "../../store/db/schema/reports.ts";
import type { Store } from "../../store/db/store.ts";

export type Report = typeof reports.$inferSelect;
export type ReportSchedule = typeof reportSchedules.$inferSelect;
type NewReport = Pick<Report, "kind" | "format" | "period_from" | "period_to" | "schedule_id" | "created_at">;

/** Undefined if its schedule has already requested this one. */
export async function insert(store: Store, row: NewReport): Promise<Report | undefined> {
  return store
    .insert(reports)
    .values({ ...row, status: "pending", scanned: 0, rows: 0 })
    .onConflictDoNothing()
    .returning()
    .get();
}

export async function byId(store: Store, id: number): Promise<Report | undefined> {
  return store.select().from(reports).where(eq(reports.id, id)).get();
}

/** Newest first. */
export const list = (store: Store, page: PageRequest): Promise<Report[]> => newest(store, reports, page);

/**
 * Oldest first, then interrupted ones (only its caller makes reports, so none is running): a report that never comes to
 * its end must not keep all others waiting.
 */
export async function nextUnfinished(store: Store): Promise<Report | undefined> {
  return store
    .select()
    .from(reports)
    .where(inArray(reports.status, ["pending", "running"]))
    .orderBy(sql`${reports.status} = 'running'`, asc(reports.id))
    .limit(1)
    .get();
}

export async function update(store: Store, id: number, change: Partial<Report>): Promise<void> {
  await store.update(reports).set(change).where(eq(reports.id, id));
}

/** Finished before `limit`, oldest first. */
export async function finishedBefore(store: Store, limit: Date): Promise<Report[]> {
  return store
    .select()
    .from(reports)
    .where(and(inArray(reports.status, ["ready", "failed"]), lt(reports.finished_at, limit)))
    .orderBy(asc(reports.id));
}

export async function remove(store: Store, id: number): Promise<void> {
  await store.delete(reports).where(eq(reports.id, id));
}

export async function insertSchedule(store: Store, row: Omit<ReportSchedule, "id">): Promise<ReportSchedule> {
  return store.insert(reportSchedules).values(row).returning().get();
}

/** Newest first. */
export const listSchedules = (store: Store, page: PageRequest): Promise<ReportSchedule[]> =>
  newest(store, reportSchedules, page);

export async function allSchedules(store: Store): Promise<ReportSchedule[]> {
  return store.select().from(reportSchedules).orderBy(asc(reportSchedules.id));
}

export async function setNextRun(store: Store, id: number, at: Date): Promise<void> {
  await store.update(reportSchedules).set({ next_run_at: at }).where(eq(reportSchedules.id, id));
}

/** Undefined if there is none. */
export async function removeSchedule(store: Store, id: number): Promise<ReportSchedule | undefined> {
  return store.delete(reportSchedules).where(eq(reportSchedules.id, id)).returning().get();
}
