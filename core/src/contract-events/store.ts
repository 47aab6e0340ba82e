import { and, asc, eq, gt, gte, lte } from "drizzle-orm";
import { contractEvents, indexerCursors } from "../db/schema.ts";
import type { Store } from "../db/store.ts";

export type ContractEvent = typeof contractEvents.$inferSelect;
export type IndexerCursor = typeof indexerCursors.$inferSelect;

export interface EventFilter {
  contract?: string;
  type?: string;
  tx_hash?: string;
  /** Both ends included. */
  from_ledger?: number;
  to_ledger?: number;
  /** Id of the last event seen. */
  after?: string;
}

/** In the order of the ledger. */
export async function list(
  store: Store,
  { limit, ...filter }: EventFilter & { limit: number },
): Promise<ContractEvent[]> {
  const conditions = [
    filter.contract === undefined ? undefined : eq(contractEvents.contract, filter.contract),
    filter.type === undefined ? undefined : eq(contractEvents.type, filter.type),
    filter.tx_hash === undefined ? undefined : eq(contractEvents.tx_hash, filter.tx_hash),
    filter.from_ledger === undefined ? undefined : gte(contractEvents.ledger, filter.from_ledger),
    filter.to_ledger === undefined ? undefined : lte(contractEvents.ledger, filter.to_ledger),
    filter.after === undefined ? undefined : gt(contractEvents.id, filter.after),
  ];
  return store
    .select()
    .from(contractEvents)
    .where(and(...conditions))
    .orderBy(asc(contractEvents.id))
    .limit(limit);
}

/** The cursor that lags most. */
export async function slowestCursor(store: Store): Promise<IndexerCursor | undefined> {
  return store.select().from(indexerCursors).orderBy(asc(indexerCursors.ledger)).limit(1).get();
}
