import { randomUUID } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import type { Database } from "./database.ts";
import { facts } from "./schema/facts.ts";
import type { SQLiteTable, Store } from "./store.ts";

// While a database is moved, neither it nor its copy may be used. Both have the mark of the move; the copy loses it at the end.

export const MOVED_TO = "moved_to";
export const MOVED_FROM = "moved_from";

/** Marks are facts: a merchant may have such a name too. */
export const isMark = (table: SQLiteTable, { name }: Record<string, unknown>): boolean =>
  table === facts && (name === MOVED_TO || name === MOVED_FROM);

/** A database that is being moved, or was moved, must not be used. */
export class MovedDatabaseError extends Error {
  override name = "MovedDatabaseError";
}

export const MOVED_AWAY =
  "This database was moved to PostgreSQL: set DATABASE_URL, and the service continues there. To go back to this file, " +
  "`merit migrate sqlite-to-postgres --undo`; what happened on PostgreSQL since is lost then.";
const INCOMPLETE =
  "This database is being filled from an SQLite database, and isn't complete: run `merit migrate sqlite-to-postgres` again.";

/** @throws MovedDatabaseError */
export async function requireUnmoved(store: Store): Promise<void> {
  const marks = await store
    .select()
    .from(facts)
    .where(inArray(facts.name, [MOVED_TO, MOVED_FROM]));
  const [mark] = marks;
  if (mark) throw new MovedDatabaseError(mark.name === MOVED_TO ? MOVED_AWAY : INCOMPLETE);
}

export async function readMark(store: Store, name: string): Promise<string | undefined> {
  return (await store.select().from(facts).where(eq(facts.name, name)).get())?.value;
}

/** The mark of the source: that of an earlier try, or a new one. */
export function markSource(source: Database): Promise<string> {
  return source.commit(async (store) => {
    const known = await readMark(store, MOVED_TO);
    if (known !== undefined) return known;
    const value = randomUUID();
    await store.insert(facts).values({ name: MOVED_TO, value });
    return value;
  });
}

export async function removeMark(store: Store, name: string): Promise<boolean> {
  const { changes } = await store.delete(facts).where(eq(facts.name, name));
  return changes > 0;
}
