import { and, asc, count, eq, gt, gte, lte, sql } from "drizzle-orm";
import { contains, unindexed, value } from "../db/dialect.ts";
import { contractEvents } from "../db/schema/contract-events.ts";
import { indexerCursors, indexerGaps } from "../db/schema/indexer.ts";
import { prepared, type Store } from "../db/store.ts";

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

export async function byId(store: Store, id: string): Promise<ContractEvent | undefined> {
  return store.select().from(contractEvents).where(eq(contractEvents.id, id)).get();
}

/** Whether an event of this contract in this transaction has been read. */
export async function isIndexed(store: Store, contract: string, txHash: string): Promise<boolean> {
  const event = await store
    .select({ id: contractEvents.id })
    .from(contractEvents)
    .where(and(eq(contractEvents.tx_hash, txHash), eq(contractEvents.contract, contract)))
    .limit(1)
    .get();
  return event !== undefined;
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

export const selectReward = prepared((store) =>
  store
    .select()
    .from(contractEvents)
    .where(
      and(
        eq(contractEvents.tx_hash, value(contractEvents.tx_hash, "tx_hash")),
        // Without statistics SQLite uses the index of contract and type, which contains all rewards.
        sql`${unindexed(contractEvents.contract)} = 'campaign' and ${unindexed(contractEvents.type)} = 'reward'`,
        contains(contractEvents.data, sql.placeholder("reference")),
      ),
    )
    .limit(1)
    .prepare(),
);

/** The `reward` event of a transaction that has a payment with this reference (hex). */
export async function rewardEvent(store: Store, txHash: string, reference: string): Promise<ContractEvent | undefined> {
  return selectReward(store).get({ tx_hash: txHash, reference });
}

export interface Progress {
  /** The cursor that lags most; undefined before the first. */
  cursor: IndexerCursor | undefined;
  /** Ranges of ledgers whose events were never read, since the node had dropped them, and the ledgers in them. */
  gaps: number;
  missingLedgers: number;
}

/** How far the indexer has come, and what it has missed. */
export async function progress(store: Store): Promise<Progress> {
  const cursor = await store.select().from(indexerCursors).orderBy(asc(indexerCursors.ledger)).limit(1).get();
  const { from_ledger, to_ledger } = indexerGaps;
  const missing = sql`coalesce(sum(${to_ledger} - ${from_ledger} + 1), 0)`.mapWith(Number);
  const [found] = await store.select({ gaps: count(), missing }).from(indexerGaps);
  return { cursor, gaps: Number(found?.gaps ?? 0), missingLedgers: found?.missing ?? 0 };
}
