import type { SQL } from "drizzle-orm";
import { facts } from "./schema/facts.ts";
import type { Store } from "./store.ts";

/** Stores a fact, or its new value. */
export async function writeFact(store: Store, name: string, value: string | SQL): Promise<void> {
  await store.insert(facts).values({ name, value }).onConflictDoUpdate({ target: facts.name, set: { value } });
}
