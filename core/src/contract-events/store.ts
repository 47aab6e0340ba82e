import { and, asc, eq, gt, gte, lte, sql } from "drizzle-orm";
import { contractEvents, indexerCursors, indexerGaps } from "../db/schema.ts";
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

/** Rows of one statement: 8 columns each, far below SQLite's 32,766 parameters. */
const ROWS_PER_INSERT = 500;

/** Events that are stored already stay as they are; returns how many were new. */
export async function insert(store: Store, events: ContractEvent[]): Promise<number> {
  let added = 0;
  for (let start = 0; start < events.length; start += ROWS_PER_INSERT) {
    const rows = events.slice(start, start + ROWS_PER_INSERT);
    const fresh = await store
      .insert(contractEvents)
      .values(rows)
      .onConflictDoNothing()
      .returning({ id: contractEvents.id });
    added += fresh.length;
  }
  return added;
}

export async function readCursor(store: Store, name: string): Promise<IndexerCursor | undefined> {
  return store.select().from(indexerCursors).where(eq(indexerCursors.name, name)).get();
}

export async function writeCursor(store: Store, cursor: IndexerCursor): Promise<void> {
  const { name, ...change } = cursor;
  await store.insert(indexerCursors).values(cursor).onConflictDoUpdate({ target: indexerCursors.name, set: change });
}

/** The cursor that lags most. */
export async function slowestCursor(store: Store): Promise<IndexerCursor | undefined> {
  return store.select().from(indexerCursors).orderBy(asc(indexerCursors.ledger)).limit(1).get();
}

/** Ledgers that the node no longer had, both ends included. */
export async function insertGap(
  store: Store,
  gap: { from_ledger: number; to_ledger: number; found_at: Date },
): Promise<void> {
  await store.insert(indexerGaps).values(gap);
}

export async function listGaps(store: Store) {
  return store.select().from(indexerGaps).orderBy(sql`${indexerGaps.from_ledger}`);
}
