import { eq } from "drizzle-orm";
import { facts } from "../db/schema.ts";
import { prepared, type Store } from "../db/store.ts";

const NAME = "payouts";
const SHUT = "reconciling";

const selectFence = prepared((store) => store.select().from(facts).where(eq(facts.name, NAME)).prepare());

/** True while rewards are neither accepted nor paid, since the database is older than the ledger (see worker/fence.ts). */
export async function isShut(store: Store): Promise<boolean> {
  return (await selectFence(store).get())?.value === SHUT;
}

export async function writeFence(store: Store, shut: boolean): Promise<void> {
  const value = shut ? SHUT : "open";
  await store.insert(facts).values({ name: NAME, value }).onConflictDoUpdate({ target: facts.name, set: { value } });
}
