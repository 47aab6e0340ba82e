import { asc, eq, sql } from "drizzle-orm";
import { contractEvents } from "../db/schema.ts";
import type { Store } from "../db/store.ts";

// Batches as the indexed events tell of them: the campaign's `reward` event has numbers, references and results, the
// asset's `transfer` events before it in the same transaction have recipients and amounts, in the same order.

export interface LedgerBatch {
  seq: number;
  /** Id in the contract. */
  campaign: number;
  txHash: string;
  closedAt: Date;
  paid: LedgerPayment[];
}

export interface LedgerPayment {
  number: number;
  reference: string;
  wallet_address: string;
  /** stroops */
  amount: bigint;
}

interface RewardData {
  campaign: string;
  seq: string;
  /** Sum, stroops. */
  paid: string;
  payments: { number: number; reference: string; result: string }[];
}

/** Ids of the `reward` events of batches above `after`, by rising batch. */
export async function eventsAfter(store: Store, after: number): Promise<string[]> {
  const found = await store.all<{ id: string }>(sql`
    select id from ${contractEvents}
    where contract = 'campaign' and type = 'reward' and cast(data ->> '$.seq' as integer) > ${after}
    order by cast(data ->> '$.seq' as integer)`);
  return found.map(({ id }) => id);
}

/** @throws Error if the transfers are not what the event says: then nothing may be made of them */
export async function readBatch(store: Store, event: string, pool: string): Promise<LedgerBatch> {
  const row = await store.select().from(contractEvents).where(eq(contractEvents.id, event)).get();
  if (!row) throw new Error(`there is no event ${event}`);
  const { campaign, seq, paid: total, payments } = row.data as RewardData;
  const transfers = await transfersOf(store, row.tx_hash, pool);
  const paid = payments
    .filter(({ result }) => result === "PAID")
    .map(({ number, reference }, index) => ({ number, reference, ...transfers[index] }) as LedgerPayment);
  const sum = transfers.reduce((sum, { amount }) => sum + amount, 0n);
  if (paid.length !== transfers.length || sum !== BigInt(total)) {
    throw new Error(
      `transaction ${row.tx_hash} paid ${total} stroops, its transfers are ${transfers.length} of ${sum}`,
    );
  }
  return { seq: Number(seq), campaign: Number(campaign), txHash: row.tx_hash, closedAt: row.ledger_closed_at, paid };
}

async function transfersOf(store: Store, txHash: string, pool: string) {
  const found = await store
    .select({ contract: contractEvents.contract, type: contractEvents.type, data: contractEvents.data })
    .from(contractEvents)
    .where(eq(contractEvents.tx_hash, txHash))
    .orderBy(asc(contractEvents.id));
  return found
    .filter(({ contract, type }) => contract === "asset" && type === "transfer")
    .map(({ data }) => data as { from: string; to: string; amount: string })
    .filter(({ from }) => from === pool)
    .map(({ to, amount }) => ({ wallet_address: to, amount: BigInt(amount) }));
}
