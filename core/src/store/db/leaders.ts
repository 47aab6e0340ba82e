import { eq, sql } from "drizzle-orm";
import { OperatorError } from "../../base/errors.ts";
import type { Database } from "./database.ts";
import { databaseTime } from "./dialect.ts";
import { type LedRole, leaders } from "./schema/processes.ts";
import { prepared, type Store } from "./store.ts";
import { withCommit } from "./with-commit.ts";

// One process at a time leads a role. It may stop at any instant and go on later, when another one leads already: its memory says that
// it leads, and its connections may work. So each of its commits asks for the role's term, which the next leader has raised.

/** Another process leads the role by now, or may. Nothing of the unit is stored. */
export class NoLongerLeader extends OperatorError {
  override name = "NoLongerLeader";
  constructor(role: LedRole, term: number) {
    super(
      `Another process may do the work of the ${role} by now: term ${term}, in which this process did it, is over.`,
    );
  }
}

/** Begins the next term of a role. */
export async function beginTerm(store: Store, role: LedRole, processId: string): Promise<number> {
  const now = databaseTime();
  const change = { process_id: processId, taken_at: now, seen_at: now };
  const row = await store
    .insert(leaders)
    .values({ role, term: 1, ...change })
    .onConflictDoUpdate({ target: leaders.role, set: { ...change, term: sql`${leaders.term} + 1` } })
    .returning({ term: leaders.term })
    .get();
  return row.term;
}

const selectTerm = prepared((store) =>
  store
    .select({ term: leaders.term, process_id: leaders.process_id })
    .from(leaders)
    .where(eq(leaders.role, sql.placeholder("role")))
    .prepare(),
);

/**
 * The database as a leader uses it: its commits are refused once its term is over. Commits come one after the other, so nobody can
 * begin the next term between the question and the commit.
 * @param leader `over` aborts when it gives the role up: it commits nothing from then on, whatever the database says. That may be another
 *   server by now, which lacks the last terms.
 * @param onOver is called when another leader was found
 */
export function ledDatabase(
  db: Database,
  { role, term, processId, over }: { role: LedRole; term: number; processId: string; over: AbortSignal },
  onOver: () => void,
): Database {
  const requireTerm = async (store: Store) => {
    const now = over.aborted ? undefined : await selectTerm(store).get({ role });
    if (now?.term === term && now.process_id === processId) return;
    onOver();
    throw new NoLongerLeader(role, term);
  };
  return withCommit(db, (unit) =>
    db.commit(async (store) => {
      await requireTerm(store);
      return unit(store);
    }),
  );
}
