import { and, asc, eq, gte, inArray, lt } from "drizzle-orm";
import { DELETED_AT_ONCE } from "../../store/db/oldest.ts";
import { contractEventSubjects, contractEvents } from "../../store/db/schema/contract-events.ts";
import { facts } from "../../store/db/schema/facts.ts";
import type { Store } from "../../store/db/store.ts";
import { contractNames } from "../chain/bindings.ts";
import { beforeLedger, KEPT_FROM } from "./place.ts";
import { storedContracts, storedTypes } from "./store.ts";

// Most stored events are the asset's own, one for each payment. They go after CONTRACT_EVENTS_RETENTION_DAYS, as do those of
// contracts that aren't the system's. Events of the system's contracts stay: statements and the audit add them up from the first one on.

/** The place behind which no event was deleted: whole ledgers are. Undefined if none was. */
export async function keptFrom(store: Store): Promise<string | undefined> {
  const row = await store.select().from(facts).where(eq(facts.name, KEPT_FROM)).get();
  return row?.value;
}

/** The first ledger of which every event is stored. */
export const ledgerBehind = (place: string): number => Number((BigInt(place.slice(0, 19)) + 1n) >> 32n);

/** True if events of this contract are deleted; undefined: events of any. */
export const isDeletable = (contract: string | undefined): boolean =>
  contract === undefined || !(contractNames as readonly string[]).includes(contract);

/** Deletes some of the events of ledgers before the first one that closed at `time` or later. @returns how many */
export async function prune(store: Store, time: Date): Promise<number> {
  const { id, ledger, ledger_closed_at } = contractEvents;
  const first = await store
    .select({ ledger })
    .from(contractEvents)
    .where(gte(ledger_closed_at, time))
    .orderBy(asc(ledger_closed_at), asc(id))
    .limit(1)
    .get();
  if (first === undefined) return 0;
  const end = beforeLedger(first.ledger);
  const ids = await oldest(store, end);
  if (ids.length === 0) return 0;
  await store
    .insert(facts)
    .values({ name: KEPT_FROM, value: end })
    .onConflictDoUpdate({ target: facts.name, set: { value: end }, setWhere: lt(facts.value, end) });
  await store.delete(contractEventSubjects).where(inArray(contractEventSubjects.event_id, ids));
  await store.delete(contractEvents).where(inArray(contractEvents.id, ids));
  return ids.length;
}

/** Ids of the oldest events before `end`, contract by contract and type by type, since one index has them in this order. */
async function oldest(store: Store, end: string): Promise<string[]> {
  const ids: string[] = [];
  for (const contract of (await storedContracts(store)).filter(isDeletable)) {
    for (const type of await storedTypes(store, contract)) {
      const left = DELETED_AT_ONCE - ids.length;
      if (left === 0) return ids;
      const found = await store
        .select({ id: contractEvents.id })
        .from(contractEvents)
        .where(and(eq(contractEvents.contract, contract), eq(contractEvents.type, type), lt(contractEvents.id, end)))
        .orderBy(asc(contractEvents.id))
        .limit(left);
      ids.push(...found.map((row) => row.id));
    }
  }
  return ids;
}
