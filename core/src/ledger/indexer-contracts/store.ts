import { asc, eq, isNull, sql } from "drizzle-orm";
import { value } from "../../store/db/dialect.ts";
import { codeSpecs, contractCodes, indexerContracts } from "../../store/db/schema/indexer.ts";
import { prepared, type Store } from "../../store/db/store.ts";

export type IndexerContract = typeof indexerContracts.$inferSelect;

const selectAll = prepared((store) =>
  store.select().from(indexerContracts).orderBy(asc(indexerContracts.added_at), asc(indexerContracts.name)).prepare(),
);

/** All contracts, also those that were removed, in the order in which they were added. */
export const all = async (store: Store): Promise<IndexerContract[]> => selectAll(store).all();

const selectFollowed = prepared((store) =>
  store
    .select()
    .from(indexerContracts)
    .where(isNull(indexerContracts.removed_at))
    .orderBy(asc(indexerContracts.added_at), asc(indexerContracts.name))
    .prepare(),
);

export const followed = async (store: Store): Promise<IndexerContract[]> => selectFollowed(store).all();

/** Adds a contract, or one that was removed anew. */
export async function save(store: Store, row: IndexerContract): Promise<void> {
  const { contract_id, ...rest } = row;
  await store
    .insert(indexerContracts)
    .values(row)
    .onConflictDoUpdate({ target: indexerContracts.contract_id, set: rest });
}

export async function update(store: Store, id: string, change: Partial<IndexerContract>): Promise<void> {
  await store.update(indexerContracts).set(change).where(eq(indexerContracts.contract_id, id));
}

const selectTypes = prepared((store) =>
  store
    .select({ contract: contractCodes.contract_id, types: codeSpecs.types })
    .from(contractCodes)
    .innerJoin(codeSpecs, eq(codeSpecs.code, contractCodes.code))
    .where(eq(contractCodes.contract_id, value(contractCodes.contract_id, "id")))
    .orderBy(asc(contractCodes.since))
    .prepare(),
);

/** Types of events of all code that a contract is known to have run, by its specs. */
export async function specifiedTypes(store: Store, id: string): Promise<string[]> {
  const rows = await selectTypes(store).all({ id });
  return [...new Set(rows.flatMap(({ types }) => types))];
}

const selectLastCode = prepared((store) =>
  store
    .select({ code: contractCodes.code })
    .from(contractCodes)
    .where(eq(contractCodes.contract_id, value(contractCodes.contract_id, "id")))
    .orderBy(sql`${contractCodes.since} desc`)
    .limit(1)
    .prepare(),
);

/** The code that a contract runs as far as its events have been read. */
export const lastCode = async (store: Store, id: string): Promise<string | null> =>
  (await selectLastCode(store).get({ id }))?.code ?? null;
