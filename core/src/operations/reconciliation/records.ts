import { and, asc, eq, gt, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import { FIRST_NUMBER } from "../../ledger/chain/batches.ts";
import { NO_FINGERPRINT } from "../../ledger/chain/fingerprint.ts";
import type { RewardData } from "../../payouts/rewards/paid-events.ts";
import { elementsOf, field, indexedBy } from "../../store/db/dialect.ts";
import { campaigns } from "../../store/db/schema/campaigns.ts";
import { contractEvents } from "../../store/db/schema/contract-events.ts";
import { drops } from "../../store/db/schema/drops.ts";
import { indexerCursors, indexerGaps } from "../../store/db/schema/indexer.ts";
import { issuances } from "../../store/db/schema/issuances.ts";
import { merchants } from "../../store/db/schema/merchants.ts";
import { paidTotal } from "../../store/db/schema/payouts.ts";
import { submissions } from "../../store/db/schema/submissions.ts";
import { voucherBatches, vouchers } from "../../store/db/schema/vouchers.ts";
import type { Store } from "../../store/db/store.ts";
import type { Period } from "./run.ts";

// Reads from the database, in pages. Values that must be of one moment come from one statement, since two may see two states.

/** Rewards that a transaction carries which may still land, or has landed and isn't recorded yet. */
const underWay = sql`${submissions} s join ${issuances} i on i.submission_id = s.id
  where s.state = 'stored' and i.status = 'pending'`;

/** The newest ledger in the records: a node that is behind it can't confirm them. */
export async function newestLedger(store: Store): Promise<number> {
  const [row] = await store.select({ ledger: sql<number | null>`max(ledger)`.mapWith(Number) }).from(sql`(
      select ledger from (select ledger from ${submissions} order by id desc limit 1000) sent
      union all select ledger from ${indexerCursors}
    ) known`);
  return row?.ledger ?? 0;
}

// Campaigns

/** Rewards that the distribution contract counts. */
export interface Counted {
  /** Confirmed. */
  paid: number;
  /** A hash of these rewards: see chain/fingerprint.ts. */
  fingerprint: Buffer;
  underWay: number;
}

export async function counted(store: Store): Promise<Counted> {
  // One statement, and so one moment.
  const [row] = await store
    .select({
      paid: sql<number | null>`total.paid`.mapWith(Number),
      fingerprint: sql<Buffer | null>`total.fingerprint`,
      underWay: sql<number>`ways`.mapWith(Number),
    })
    .from(sql`(select count(*) as ways from ${underWay} and i.number >= ${FIRST_NUMBER}) open
      left join ${paidTotal} total on true`);
  return {
    paid: row?.paid ?? 0,
    fingerprint: row?.fingerprint ?? NO_FINGERPRINT,
    underWay: row?.underWay ?? 0,
  };
}

const campaignFields = {
  id: campaigns.id,
  contract_campaign_id: campaigns.contract_campaign_id,
  merchant_id: campaigns.merchant_id,
  budget: campaigns.budget,
  next_budget: campaigns.next_budget,
  spent: campaigns.spent,
  status: campaigns.status,
  next_status: campaigns.next_status,
  updated_at: campaigns.updated_at,
  /** Stroops. */
  underWay: sql`(select coalesce(sum(i.amount), 0) from ${underWay} and i.campaign_id = campaigns.id)`.mapWith(
    campaigns.spent,
  ),
};

export type CampaignRecord = Awaited<ReturnType<typeof campaignPage>>[number];

/** Campaigns with ids of the contract above `after`, rising. */
export async function campaignPage(store: Store, after: number, limit: number) {
  const { contract_campaign_id: id } = campaigns;
  return store.select(campaignFields).from(campaigns).where(gt(id, after)).orderBy(asc(id)).limit(limit);
}

export async function campaignById(store: Store, id: number): Promise<CampaignRecord> {
  const found = await store.select(campaignFields).from(campaigns).where(eq(campaigns.id, id)).get();
  if (!found) throw new Error(`there is no campaign ${id} any more`);
  return found;
}

// Rewards

export type RewardRecord = Awaited<ReturnType<typeof rewards>>[number];

async function rewards(store: Store, where: SQL | undefined) {
  const { id, number, reference, status, wallet_address, amount, tx_hash } = issuances;
  const isUnderWay = sql`status = 'pending' and exists (
    select 1 from ${submissions} s where s.id = submission_id and s.state = 'stored')`.mapWith(Boolean);
  return store
    .select({ id, number, reference, status, wallet_address, amount, tx_hash, isUnderWay })
    .from(issuances)
    .where(where)
    .orderBy(asc(issuances.number));
}

/** A campaign's lowest number from `from` on. */
export async function nextNumber(store: Store, campaignId: number, from: number): Promise<number | undefined> {
  const { number, campaign_id } = issuances;
  const isNext = and(eq(campaign_id, campaignId), gte(number, from));
  const [row] = await store.select({ number }).from(issuances).where(isNext).orderBy(asc(number)).limit(1);
  return row?.number;
}

/** Rewards with numbers in [`start`, `end`) that were last changed in the period: a confirmed one when it was confirmed, or its transaction found. */
export function rewardsBetween(
  store: Store,
  campaignId: number,
  [start, end]: readonly [number, number],
  { from, to }: Period,
): Promise<RewardRecord[]> {
  const { number, updated_at } = issuances;
  const period = [from && gte(updated_at, from), to && lt(updated_at, to)];
  return rewards(store, and(eq(issuances.campaign_id, campaignId), gte(number, start), lt(number, end), ...period));
}

export async function rewardsByNumber(
  store: Store,
  campaignId: number,
  numbers: readonly number[],
): Promise<Map<number, RewardRecord>> {
  const isOne = and(eq(issuances.campaign_id, campaignId), inArray(issuances.number, [...numbers]));
  const found = numbers.length === 0 ? [] : await rewards(store, isOne);
  return new Map(found.map((reward) => [reward.number, reward]));
}

export interface Sums {
  /** Stroops of confirmed rewards, as far as their amounts are known. */
  spent: bigint;
  /** Confirmed rewards without a known amount. */
  unknown: number;
}

/** Sums over the confirmed rewards numbered `start` to `end` (exclusive). */
export async function sumsBetween(
  store: Store,
  campaignId: number,
  [start, end]: readonly [number, number],
): Promise<Sums> {
  const [row] = await store
    .select({
      spent: sql`coalesce(sum(amount), 0)`.mapWith(issuances.amount),
      unknown: sql`count(*) filter (where amount is null)`.mapWith(Number),
    })
    .from(issuances)
    .where(sql`campaign_id = ${campaignId} and number >= ${start} and number < ${end} and status = 'confirmed'`);
  return { spent: row?.spent ?? 0n, unknown: row?.unknown ?? 0 };
}

// Reservations

/** Stroops. */
export interface Reserved {
  /** Amount in the campaign's record. */
  reserved: bigint;
  /** Sum of its pending rewards. */
  rewards: bigint;
  /** Sum of its open vouchers. */
  vouchers: bigint;
}

export async function reservedOf(store: Store, campaignId: number): Promise<Reserved> {
  const { id, reserved } = campaigns;
  // The merchant is named for the index of statuses.
  const pending = sql`select coalesce(sum(i.amount), 0) from ${issuances} i
    where i.merchant_id = campaigns.merchant_id and i.status = 'pending' and i.campaign_id = campaigns.id`;
  const open = sql`select coalesce(sum(b.amount), 0) from ${vouchers} v join ${voucherBatches} b on b.id = v.batch_id
    where v.campaign_id = campaigns.id and v.status = 'open'`;
  const found = await store
    .select({
      reserved,
      rewards: sql`(${pending})`.mapWith(reserved),
      vouchers: sql`(${open})`.mapWith(reserved),
    })
    .from(campaigns)
    .where(eq(id, campaignId))
    .get();
  if (!found) throw new Error(`there is no campaign ${campaignId} any more`);
  return found;
}

const VOUCHERS = 1_000;

export type VoucherRecord = Awaited<ReturnType<typeof voucherPage>>[number];

/** A campaign's vouchers with ids above `after`, rising, each with the status of its reward. */
export async function voucherPage(store: Store, campaignId: number, after: number) {
  const { id, status, campaign_id } = vouchers;
  return store
    .select({ id, status, reward: issuances.status })
    .from(vouchers)
    .leftJoin(issuances, eq(issuances.voucher_id, id))
    .where(and(eq(campaign_id, campaignId), gt(id, after)))
    .orderBy(asc(id))
    .limit(VOUCHERS);
}

// Events

export interface RewardEvent {
  id: string;
  tx_hash: string;
  data: RewardData;
}

const EVENTS = 20;

/** A campaign's `reward` events of the period, in the order of the ledger. */
export async function rewardEvents(
  store: Store,
  contractCampaignId: number,
  after: string,
  { from, to }: Period,
): Promise<RewardEvent[]> {
  const { id, tx_hash, data, ledger_closed_at } = contractEvents;
  // The condition as its index has it.
  const isItsReward = sql`contract = 'campaign' and type = 'reward' and ${field(data, "campaign")} = ${String(contractCampaignId)}`;
  const period = [from && gte(ledger_closed_at, from), to && lt(ledger_closed_at, to)];
  const found = await store
    .select({ id, tx_hash, data })
    .from(contractEvents)
    .where(and(isItsReward, gt(id, after), ...period))
    .orderBy(asc(id))
    .limit(EVENTS);
  return found as RewardEvent[];
}

/** Numbers of a campaign that the events of these transactions show as paid, as `<transaction>:<number>`. */
export async function paidBy(
  store: Store,
  contractCampaignId: number,
  txHashes: readonly string[],
): Promise<Set<string>> {
  const data = sql`event.data`;
  const payment = sql`payment.value`;
  const found = await store
    .select({ paid: sql<string>`event.tx_hash || ':' || (${field(payment, "number")})` })
    .from(sql`
      ${contractEvents} as event ${indexedBy("contract_events_by_tx")}, ${elementsOf(data, "payments")} as payment`)
    .where(sql`
      event.tx_hash in ${txHashes} and event.contract = 'campaign' and event.type = 'reward'
      and ${field(data, "campaign")} = ${String(contractCampaignId)} and ${field(payment, "result")} = 'PAID'`);
  return new Set(found.map(({ paid }) => paid));
}

/** Ledgers in which the service's own transactions landed, by hash. */
export async function ledgersOf(store: Store, txHashes: readonly string[]): Promise<Map<string, number>> {
  const found = await store
    .select({ tx_hash: submissions.tx_hash, ledger: submissions.ledger })
    .from(submissions)
    .where(inArray(submissions.tx_hash, [...txHashes]));
  return new Map(found.map(({ tx_hash, ledger }) => [tx_hash ?? "", ledger ?? 0]));
}

export interface Indexed {
  /** Last ledger of which every event is stored; 0 before the first. */
  ledger: number;
  gaps: { from_ledger: number; to_ledger: number }[];
}

export async function indexed(store: Store): Promise<Indexed> {
  const [cursor] = await store.select().from(indexerCursors).limit(1);
  const { from_ledger, to_ledger } = indexerGaps;
  return { ledger: cursor?.ledger ?? 0, gaps: await store.select({ from_ledger, to_ledger }).from(indexerGaps) };
}

// Balances

/** How each event of the pool changes a merchant's free balance. */
export const moveTypes = { deposit: 1n, grant: 1n, released: 1n, withdraw: -1n, reserved: -1n } as const;

export interface PoolMove {
  id: string;
  type: keyof typeof moveTypes;
  ledger: number;
  /** Amount in stroops. */
  data: { merchant: string; amount: string };
}

const MOVES = 1_000;

/** Events of one type, in the order of the ledger. */
export async function poolMoves(store: Store, type: PoolMove["type"], after: string): Promise<PoolMove[]> {
  const { id, ledger, data, contract } = contractEvents;
  const found = await store
    .select({ id, type: contractEvents.type, ledger, data })
    .from(contractEvents)
    .where(and(eq(contract, "pool"), eq(contractEvents.type, type), gt(id, after)))
    .orderBy(asc(id))
    .limit(MOVES);
  return found as PoolMove[];
}

/** Ids, rising. */
export async function merchantPage(store: Store, after: number, limit: number): Promise<number[]> {
  const { id } = merchants;
  const page = await store.select({ id }).from(merchants).where(gt(id, after)).orderBy(asc(id)).limit(limit);
  return page.map((row) => row.id);
}

/** Contract ids of campaigns or drops, rising. */
export async function reservePage(
  store: Store,
  of: "campaign" | "drop",
  after: number,
  limit: number,
): Promise<number[]> {
  const table = of === "campaign" ? campaigns : drops;
  const id = of === "campaign" ? campaigns.contract_campaign_id : drops.contract_drop_id;
  const page = await store.select({ id }).from(table).where(gt(id, after)).orderBy(asc(id)).limit(limit);
  return page.map((row) => row.id ?? 0);
}
