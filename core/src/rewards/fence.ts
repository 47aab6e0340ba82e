import { eq, sql } from "drizzle-orm";
import { facts } from "../db/schema.ts";
import { prepared, type Store } from "../db/store.ts";

/**
 * Whether rewards are accepted and paid (see worker/fence.ts).
 * - `open`: they are
 * - `unknown`: they are not; the ledger has paid what the database doesn't know, and an operator has to say why
 * - `restored`: they are not, until what was paid since the backup is in the database
 * - `rebuilt`: they are; those that were paid after the backup are known by their references, not by their keys
 */
export type Fence = "open" | "unknown" | "restored" | "rebuilt";

const NAME = "payouts";
/** Highest batch whose payments were read from the ledger's events. */
const BATCHES = "rebuilt_batches";

const selectFact = prepared((store) =>
  store
    .select()
    .from(facts)
    .where(eq(facts.name, sql.placeholder("name")))
    .prepare(),
);

export async function readFence(store: Store): Promise<Fence> {
  return ((await selectFact(store).get({ name: NAME }))?.value as Fence | undefined) ?? "open";
}

export const keepsShut = (fence: Fence): boolean => fence === "unknown" || fence === "restored";

export const isShut = async (store: Store): Promise<boolean> => keepsShut(await readFence(store));

export const writeFence = (store: Store, fence: Fence): Promise<void> => writeFact(store, NAME, fence);

/** Opens the fence: the payments of all batches up to `batch` are in the database. */
export async function openRebuilt(store: Store, batch: number): Promise<void> {
  await writeFact(store, BATCHES, String(batch));
  await writeFence(store, "rebuilt");
}

/** 0 where none was rebuilt. */
export async function rebuiltBatches(store: Store): Promise<number> {
  return Number((await selectFact(store).get({ name: BATCHES }))?.value ?? 0);
}

async function writeFact(store: Store, name: string, value: string): Promise<void> {
  await store.insert(facts).values({ name, value }).onConflictDoUpdate({ target: facts.name, set: { value } });
}
