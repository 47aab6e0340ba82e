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
const REBUILT = "rebuilt_batches";

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

/** How far the database was rebuilt from the ledger's events. */
export interface Rebuilt {
  /** The payments of all batches up to this one are in the database. */
  batch: number;
  /** The last transaction of the database then: what comes after it has batches of its own. */
  submission: number;
}

export async function openRebuilt(store: Store, { batch, submission }: Rebuilt): Promise<void> {
  await writeFact(store, REBUILT, `${batch}:${submission}`);
  await writeFence(store, "rebuilt");
}

export async function readRebuilt(store: Store): Promise<Rebuilt> {
  const fact = await selectFact(store).get({ name: REBUILT });
  const [batch = 0, submission = 0] = fact?.value.split(":").map(Number) ?? [];
  return { batch, submission };
}

async function writeFact(store: Store, name: string, value: string): Promise<void> {
  await store.insert(facts).values({ name, value }).onConflictDoUpdate({ target: facts.name, set: { value } });
}
