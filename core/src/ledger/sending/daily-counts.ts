import { and, eq, sql } from "drizzle-orm";
import { deleteOldest } from "../../store/db/oldest.ts";
import { sponsoredCounts } from "../../store/db/schema/sponsoring.ts";
import type { Store } from "../../store/db/store.ts";

/** Adds to the day's count. @returns the new count */
export async function add(store: Store, day: Date, subject: string, by = 1): Promise<number> {
  const row = await store
    .insert(sponsoredCounts)
    .values({ day, subject, count: by })
    .onConflictDoUpdate({
      target: [sponsoredCounts.day, sponsoredCounts.subject],
      set: { count: sql`${sponsoredCounts.count} + excluded.count` },
    })
    .returning({ count: sponsoredCounts.count })
    .get();
  return row.count;
}

export async function countOf(store: Store, day: Date, subject: string): Promise<number> {
  const row = await store
    .select({ count: sponsoredCounts.count })
    .from(sponsoredCounts)
    .where(and(eq(sponsoredCounts.day, day), eq(sponsoredCounts.subject, subject)))
    .get();
  return row?.count ?? 0;
}

/** Deletes days before `limit`. @returns the number of counts deleted */
export async function prune(store: Store, limit: Date): Promise<number> {
  return deleteOldest(store, sponsoredCounts.day, limit);
}
