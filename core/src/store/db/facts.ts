import { eq } from "drizzle-orm";
import type { Database } from "./database.ts";
import { requireUnmoved } from "./moved.ts";
import { facts } from "./schema/facts.ts";

/** The database's records are about another ledger or another deployment. */
export class ForeignDatabaseError extends Error {
  override name = "ForeignDatabaseError";
}

/**
 * Binds the database to a network and its contracts at first use, and refuses any other later: issuance numbers,
 * campaign ids and transactions mean nothing elsewhere, and paying by them would pay twice.
 * @param identity e.g. `{ passphrase, distribution }`: the network's passphrase, the distribution contract's address
 * @throws ForeignDatabaseError, MovedDatabaseError
 */
export async function bindDatabase(db: Database, identity: Record<string, string>): Promise<void> {
  await db.commit(async (store) => {
    await requireUnmoved(store);
    for (const [name, value] of Object.entries(identity)) {
      await store.insert(facts).values({ name, value }).onConflictDoNothing();
      const known = await store.select().from(facts).where(eq(facts.name, name)).get();
      if (known?.value === value) continue;
      throw new ForeignDatabaseError(
        `This database belongs to another deployment: its ${name} is "${known?.value}", not "${value}". ` +
          "Use the data folder of this deployment, or an empty one (MERIT_DATA_DIR).",
      );
    }
  });
}
