import { and, asc, eq, lt, sql } from "drizzle-orm";
import * as campaigns from "../campaigns/store.ts";
import { contractEvents, issuances } from "../db/schema.ts";
import { prepared, type Store } from "../db/store.ts";

// Batches as the indexed events tell of them: the campaign's `reward` event has numbers, references and results, the
// asset's `transfer` events before it in the same transaction have recipients and amounts, in the same order.

export interface LedgerBatch {
  seq: number;
  /** Id in the contract. */
  campaign: number;
  merchant: number;
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
  merchant: string;
  seq: string;
  /** Sum, stroops. */
  paid: string;
  payments: { number: number; reference: string; result: string }[];
}

type Event = typeof contractEvents.$inferSelect;

const selectBySeq = prepared((store) =>
  store
    .select()
    .from(contractEvents)
    .where(
      sql`contract = 'campaign' and type = 'reward' and cast(data ->> '$.seq' as integer) = ${sql.placeholder("seq")}`,
    )
    .prepare(),
);

/** The `reward` event of a batch, if it is indexed. */
export async function eventOf(store: Store, seq: number): Promise<Event | undefined> {
  return selectBySeq(store).get({ seq });
}

const paidIn = ({ data }: Event) => (data as RewardData).payments.filter(({ result }) => result === "PAID");

/** Whether the database has every reward that the event shows as paid, under its number and reference. */
export async function isRecorded(store: Store, event: Event): Promise<boolean> {
  const paid = paidIn(event);
  if (paid.length === 0) return true;
  const campaign = await campaigns.byContractId(store, Number((event.data as RewardData).campaign));
  if (!campaign) return false;
  for (const { number, reference } of paid) {
    const row = await store
      .select({ reference: issuances.reference })
      .from(issuances)
      .where(and(eq(issuances.campaign_id, campaign.id), eq(issuances.number, number)))
      .get();
    if (row?.reference !== reference) return false;
  }
  return true;
}

/**
 * @param pool address of the pool, which every payment comes from
 * @throws Error if the event isn't indexed, or if the transfers are not what it says: then nothing may be made of them
 */
export async function readBatch(store: Store, seq: number, pool: string): Promise<LedgerBatch> {
  const event = await eventOf(store, seq);
  if (!event) throw new Error(`the event of batch ${seq} is not indexed`);
  const { campaign, merchant, paid: total } = event.data as RewardData;
  const payments = paidIn(event);
  const transfers = await transfersBefore(store, event, { pool, count: payments.length });
  const paid = payments.map(
    ({ number, reference }, index) => ({ number, reference, ...transfers[index] }) as LedgerPayment,
  );
  const sum = transfers.reduce((sum, { amount }) => sum + amount, 0n);
  if (paid.length !== transfers.length || sum !== BigInt(total)) {
    throw new Error(
      `batch ${seq} paid ${total} stroops to ${paid.length}, its transfers are ${transfers.length} of ${sum}`,
    );
  }
  const where = { txHash: event.tx_hash, closedAt: event.ledger_closed_at };
  return { seq, campaign: Number(campaign), merchant: Number(merchant), ...where, paid };
}

/** The last `count` payments of the pool before the event: a transaction may hold more than one batch. */
async function transfersBefore(store: Store, event: Event, { pool, count }: { pool: string; count: number }) {
  const found = await store
    .select({ contract: contractEvents.contract, type: contractEvents.type, data: contractEvents.data })
    .from(contractEvents)
    .where(and(eq(contractEvents.tx_hash, event.tx_hash), lt(contractEvents.id, event.id)))
    .orderBy(asc(contractEvents.id));
  const payments = found
    .filter(({ contract, type }) => contract === "asset" && type === "transfer")
    .map(({ data }) => data as { from: string; to: string; amount: string })
    .filter(({ from }) => from === pool)
    .map(({ to, amount }) => ({ wallet_address: to, amount: BigInt(amount) }));
  return count === 0 ? [] : payments.slice(-count);
}
