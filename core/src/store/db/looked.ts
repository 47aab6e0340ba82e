import { eq } from "drizzle-orm";
import type { Database } from "./database.ts";
import { databaseState } from "./dialect.ts";
import { facts } from "./schema/facts.ts";
import type { Store } from "./store.ts";
import { DatabaseUnavailable } from "./unavailable.ts";
import { withCommit } from "./with-commit.ts";
import { writeFact } from "./write-fact.ts";

// A database that was put back to an earlier time gives ids again that are known outside, and that have balances on the ledger. A worker
// finds that out when it takes its role (payouts/batches/open.ts), and gives other ids from then on. Whoever else writes to a database of
// PostgreSQL, which a restore or a fail-over may have put back meanwhile, waits until a worker has looked at it as it is now.

const LOOKED_AT = "looked_at";

/** Notes that a worker has compared the database with the ledger. */
export const noteLook = (store: Store): Promise<void> => writeFact(store, LOOKED_AT, databaseState());

/** True if a worker has looked at the database as it is, or there is no look: workers of older versions leave none. */
async function isLookedAt(store: Store): Promise<boolean> {
  const isSame = eq(facts.value, databaseState());
  const looks = store
    .select({ isSame: isSame.mapWith(Boolean) })
    .from(facts)
    .where(eq(facts.name, LOOKED_AT));
  return (await looks.get())?.isSame ?? true;
}

/** Which database that is, without the time at which its server started. A file has no name. */
const place = (state: string): string => state.slice(0, Math.max(state.lastIndexOf("/"), 0));

/** True if the last look was at another database: this one was restored from it or promoted, and may lack its newest rows. */
export async function isReplaced(store: Store): Promise<boolean> {
  const looks = store.select({ seen: facts.value, now: databaseState() }).from(facts).where(eq(facts.name, LOOKED_AT));
  const look = await looks.get();
  return look !== undefined && place(look.seen) !== "" && place(look.seen) !== place(look.now);
}

const UNSEEN =
  "Nothing is stored yet: the database was started, restored or moved, and no worker has compared it with the ledger since. One that runs does so within seconds; otherwise start one.";

/**
 * The database of those who accept work: it stores nothing before a worker has looked at it. That is asked once for each connection,
 * since what puts a database back cuts all of them.
 */
export function lookedAtDatabase(db: Database): Database {
  let isKnown = false;
  db.onLoss(() => {
    isKnown = false;
  });
  const commit: Database["commit"] = (unit) =>
    db.commit(async (store) => {
      if (!isKnown) {
        if (!(await isLookedAt(store))) throw new DatabaseUnavailable("unseen", "unseen", undefined, UNSEEN);
        isKnown = true;
      }
      return unit(store);
    });
  return withCommit(db, commit);
}
