import { asc, eq, gte, lt, sql } from "drizzle-orm";
import { databaseTime } from "../../store/db/dialect.ts";
import { type LedRole, lastCommits, leaders, processes as t } from "../../store/db/schema/processes.ts";
import type { Store } from "../../store/db/store.ts";

export interface Process extends Omit<typeof t.$inferSelect, "state"> {
  state: unknown;
  /** Milliseconds since its last sign of life, by the database's clock. */
  silentMs: number;
  /** Terms of the roles that it leads. */
  terms: Partial<Record<LedRole, number>>;
}

/** Processes of which nothing was seen for this long are forgotten: those that were killed. */
const FORGET_MS = 3_600_000;

/** A process shows that it lives. */
export async function show(
  store: Store,
  process: Pick<Process, "id" | "host" | "pid" | "role" | "version" | "state">,
): Promise<void> {
  const change = { state: process.state, seen_at: databaseTime() };
  await store
    .insert(t)
    .values({ ...process, ...change, started_at: databaseTime() })
    .onConflictDoUpdate({ target: t.id, set: change });
}

export async function remove(store: Store, id: string): Promise<void> {
  await store.delete(t).where(eq(t.id, id));
}

const forgetBefore = sql`${databaseTime()} - ${FORGET_MS}`;

export async function forget(store: Store): Promise<void> {
  await store.delete(t).where(lt(t.seen_at, forgetBefore));
  await store.delete(lastCommits).where(lt(lastCommits.committed_at, forgetBefore));
}

/** Oldest first. */
export async function list(store: Store): Promise<Process[]> {
  const all = await store.select().from(t).where(gte(t.seen_at, forgetBefore)).orderBy(asc(t.started_at), asc(t.id));
  const led = await store.select().from(leaders);
  const clock = await store.select({ now: databaseTime().mapWith(Number) }).from(sql`(select 1) one`);
  const now = clock[0]?.now ?? 0;
  return all.map((row) => ({
    ...row,
    silentMs: Math.max(0, now - row.seen_at.getTime()),
    terms: Object.fromEntries(
      led.filter(({ process_id }) => process_id === row.id).map(({ role, term }) => [role, term]),
    ),
  }));
}
