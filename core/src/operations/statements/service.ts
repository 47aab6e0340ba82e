import { setImmediate as nextTurn } from "node:timers/promises";
import { asc } from "drizzle-orm";
import { startOfDay } from "../../base/days.ts";
import type { Context } from "../../context/context.ts";
import type { Manifest } from "../../ledger/chain/manifest.ts";
import * as events from "../../ledger/contract-events/service.ts";
import { progress } from "../../ledger/contract-events/store.ts";
import * as merchants from "../../parties/merchants/store.ts";
import * as drops from "../../payouts/drops/store.ts";
import * as campaigns from "../../programmes/campaigns/store.ts";
import { indexerGaps } from "../../store/db/schema/indexer.ts";
import type { Store } from "../../store/db/store.ts";
import * as daily from "./daily-balances.ts";

// A merchant's money in the pool, from the ledger's events alone: what each of them added to the free balance and to what is
// reserved for campaigns and drops. The sums since the first event are the balances that the pool itself shows.

interface Move {
  contract: "pool" | "campaign" | "distribution";
  /** Sign of the amount: it is added (1n) or taken away (-1n). */
  free: bigint;
  reserved: bigint;
}

/** Effects on the balances by the type of the event. */
const moves = {
  deposit: { contract: "pool", free: 1n, reserved: 0n },
  grant: { contract: "pool", free: 1n, reserved: 0n },
  withdraw: { contract: "pool", free: -1n, reserved: 0n },
  reserved: { contract: "pool", free: -1n, reserved: 1n },
  released: { contract: "pool", free: 1n, reserved: -1n },
  reward: { contract: "campaign", free: 0n, reserved: -1n },
  claim: { contract: "distribution", free: 0n, reserved: -1n },
} as const satisfies Record<string, Move>;

export type EntryType = keyof typeof moves;
export const entryTypes = Object.keys(moves) as EntryType[];

/** Stroops. */
export interface Balances {
  free: bigint;
  reserved: bigint;
}

export interface Entry {
  /** Id of the event. */
  id: string;
  type: EntryType;
  time: Date;
  ledger: number;
  tx_hash: string;
  /** Campaign or drop that it is of; null if none, or unknown. */
  campaign_id: number | null;
  drop_id: number | null;
  /** Wallets that it paid. */
  payments: number;
  /** Stroops. */
  amount: bigint;
  /** Balances after it. */
  after: Balances;
}

/** First moment, and the one behind the last. */
export interface Period {
  from: Date;
  to: Date;
}

export interface Statement {
  opening: Balances;
  closing: Balances;
  totals: Record<EntryType, { entries: number; payments: number; amount: bigint }>;
  /** Last ledger whose events were read. */
  ledger: number;
  /** True if the indexer has read beyond the period. */
  isRead: boolean;
  /** Gaps in the events of the period. */
  gaps: Gap[];
  /** True if all events of the period, and of the time before it, are known. */
  complete: boolean;
}

/** Ledgers whose events were never read; both ends included. */
export type Gap = Pick<typeof indexerGaps.$inferSelect, "from_ledger" | "to_ledger">;

type ChainContext = Pick<Context, "chain" | "db">;

/** Sums of a merchant's entries in a period. */
export async function statement(context: ChainContext, merchantId: number, { from, to }: Period): Promise<Statement> {
  const found = await known(context, merchantId, { from, to });
  const totals = Object.fromEntries(
    entryTypes.map((type) => [type, { entries: 0, payments: 0, amount: 0n }]),
  ) as Statement["totals"];
  const opening = await balancesAt(context, merchantId, from);
  let closing = opening;
  for await (const page of entries(context, merchantId, { from, to }, opening)) {
    for (const { type, payments, amount, after } of page) {
      const total = totals[type];
      total.entries += 1;
      total.payments += payments;
      total.amount += amount;
      closing = after;
    }
  }
  return { opening, closing, totals, ...found };
}

/**
 * A merchant's balances just before a time. Those before each day with entries are stored when they are asked for the first time, so
 * that no call adds up all events again.
 */
export async function balancesAt(context: ChainContext, merchantId: number, time: Date): Promise<Balances> {
  const { db } = context;
  const { known, isComplete, late } = await db.read(async (store) => ({
    // Read first: on PostgreSQL, an event may come between two reads.
    late: await daily.lateEvent(store),
    known: await daily.newestUntil(store, merchantId, time),
    isComplete: (await progress(store)).gaps === 0,
  }));
  let balances: Balances = known ?? { free: 0n, reserved: 0n };
  let day = known?.day;
  const period = { ...(known && { from: known.day }), to: time };
  for await (const page of entries(context, merchantId, period, balances)) {
    const days: daily.DailyBalance[] = [];
    for (const entry of page) {
      const { free, reserved } = balances;
      const begun = startOfDay(entry.time);
      if (begun.getTime() !== day?.getTime()) days.push({ day: begun, free, reserved });
      day = begun;
      balances = entry.after;
    }
    // A gap that is found later begins behind all events that are known now.
    if (isComplete && days.length > 0) await db.commit((store) => daily.add(store, merchantId, days, late));
  }
  return { free: balances.free, reserved: balances.reserved };
}

/** Events that one read loads. Other calls are answered between two reads. */
const READ_AT_ONCE = 200;

/** A merchant's entries in the order of the ledger, page by page. */
export async function* entries(
  { chain, db }: ChainContext,
  merchantId: number,
  period: { from?: Date; to: Date },
  opening: Balances,
): AsyncGenerator<Entry[]> {
  const filter = { ...period, merchant: String(merchantId), types: entryTypes, limit: READ_AT_ONCE };
  let balances = opening;
  let after: string | undefined;
  for (let hasMore = true; hasMore; ) {
    const page = await db.read(async (store) => {
      const { rows, hasMore } = await events.list(store, { ...filter, after });
      const places = await placesOf(store, chain.manifest, rows);
      return { rows, hasMore, places };
    });
    yield page.rows.flatMap((event) => {
      const { type, id, ledger, tx_hash, ledger_closed_at: time } = event as events.ContractEvent & { type: EntryType };
      const move = moves[type];
      // Other contracts may have events of the same name.
      if (event.contract !== move.contract) return [];
      const { amount, payments } = paid(event);
      balances = {
        free: balances.free + move.free * amount,
        reserved: balances.reserved + move.reserved * amount,
      };
      const place = page.places.get(id) ?? { campaign_id: null, drop_id: null };
      return [{ id, type, time, ledger, tx_hash, ...place, payments, amount, after: balances }];
    });
    after = page.rows.at(-1)?.id;
    hasMore = page.hasMore;
    // A read of SQLite ends within the same turn of the event loop.
    await nextTurn();
  }
}

interface MoveData {
  amount: string;
  /** For rewards: their sum, and each of them. */
  paid: string;
  payments?: { result: string }[];
  /** For reserves and releases: the contract, and its `id` there; older releases named no contract. */
  contract?: string;
  id?: string;
  campaign?: string;
  drop?: string;
}

function paid({ type, data }: events.ContractEvent): { amount: bigint; payments: number } {
  const { amount, paid, payments = [] } = data as MoveData;
  if (type !== "reward") return { amount: BigInt(amount), payments: type === "claim" ? 1 : 0 };
  return { amount: BigInt(paid), payments: payments.filter(({ result }) => result === "PAID").length };
}

/** The campaign or drop of each event that has one. */
async function placesOf(store: Store, { contracts }: Manifest, rows: readonly events.ContractEvent[]) {
  const found = new Map<string, Pick<Entry, "campaign_id" | "drop_id">>();
  const campaignIds = new Map<string, number | null>();
  const dropIds = new Map<string, number | null>();
  for (const { id, data } of rows) {
    const { contract, id: number, ...of } = data as MoveData;
    const campaign = of.campaign ?? (contract === contracts.campaign.id ? number : undefined);
    const drop = of.drop ?? (contract === contracts.distribution.id ? number : undefined);
    if (campaign !== undefined && !campaignIds.has(campaign)) {
      campaignIds.set(campaign, (await campaigns.byContractId(store, Number(campaign)))?.id ?? null);
    }
    if (drop !== undefined && !dropIds.has(drop)) {
      dropIds.set(drop, (await drops.byContractId(store, Number(drop)))?.id ?? null);
    }
    found.set(id, {
      campaign_id: campaignIds.get(campaign ?? "") ?? null,
      drop_id: dropIds.get(drop ?? "") ?? null,
    });
  }
  return found;
}

/** How far the events are known, and what is missing. */
async function known(
  { chain, db }: ChainContext,
  merchantId: number,
  { from, to }: Period,
): Promise<Pick<Statement, "ledger" | "isRead" | "gaps" | "complete">> {
  const latest = await chain.latestLedger().catch(() => undefined);
  return db.read(async (store) => {
    const ledger = (await progress(store)).cursor?.ledger ?? 0;
    // Events are read in the ledger's order: one after the period means that the period was read.
    const { rows: later } = await events.list(store, { from: to, limit: 1 });
    const isRead = later.length > 0 || (latest !== undefined && latest.closeTime >= to && ledger >= latest.sequence);
    const gaps = await gapsOf(store, merchantId, { from, to });
    const earlier = await gapsOf(store, merchantId, { from: new Date(0), to });
    return { ledger, isRead, gaps, complete: isRead && earlier.length === 0 };
  });
}

/** The gaps that may have events of a merchant in a period: all that no event shows to be before it, or behind it. */
async function gapsOf(store: Store, merchantId: number, { from, to }: Period): Promise<Gap[]> {
  const { from_ledger, to_ledger } = indexerGaps;
  const gaps = await store.select({ from_ledger, to_ledger }).from(indexerGaps).orderBy(asc(from_ledger));
  if (gaps.length === 0) return [];
  const merchant = await merchants.byId(store, merchantId);
  // The merchant's record may be younger than its events, which outlive the loss of a database.
  const { rows: own } = await events.list(store, { merchant: String(merchantId), limit: 1 });
  const begun = [merchant?.created_at, own[0]?.ledger_closed_at].filter((time) => time !== undefined);
  const since = new Date(Math.max(from.getTime(), Math.min(...begun.map((time) => time.getTime()))));
  const { rows: before } = await events.list(store, { to: since, order: "desc", limit: 1 });
  const { rows: behind } = await events.list(store, { from: to, limit: 1 });
  const [first, last] = [before[0]?.ledger ?? 0, behind[0]?.ledger ?? Number.POSITIVE_INFINITY];
  return gaps.filter((gap) => gap.to_ledger > first && gap.from_ledger < last);
}
