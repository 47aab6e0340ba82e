import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { facts } from "./schema/facts.ts";
import type { Store } from "./store.ts";

const IDS_FROM = "ids_from";

/** Id of a new row, where an id that was given before a restore must not be given again. */
export const nextId = (table: SQLiteTable): SQL<number> => sql`(
  select max(
    coalesce((select max(id) from ${table}), 0) + 1,
    coalesce((select cast(value as integer) from ${facts} where name = ${IDS_FROM}), 0)
  )
)`;

/**
 * After a restore: ids that were given since the backup are known to merchants, and on the ledger they have balances. From now on
 * ids begin with the time in seconds, beyond those of every restore before.
 */
export async function skipIds(store: Store, now: Date): Promise<void> {
  const value = String(Math.floor(now.getTime() / 1000));
  await store
    .insert(facts)
    .values({ name: IDS_FROM, value })
    .onConflictDoUpdate({ target: facts.name, set: { value } });
}
