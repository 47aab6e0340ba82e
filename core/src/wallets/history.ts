import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import { field } from "../db/dialect.ts";
import { contractEvents } from "../db/schema/contract-events.ts";
import { dropShares } from "../db/schema/drops.ts";
import { issuances } from "../db/schema/issuances.ts";
import type { Store } from "../db/store.ts";
import { type Page, toPage } from "../page.ts";
import { requireOwn } from "./service.ts";

export type AssetEvent = typeof contractEvents.$inferSelect;

/** Why the tokens moved, if the service knows. */
export type Cause = { kind: "reward"; issuance_id: number; campaign_id: number } | { kind: "drop"; drop_id: number };

export interface Movement {
  event: AssetEvent;
  direction: "in" | "out";
  /** Stroops. */
  amount: bigint;
  /** Null if tokens were minted or burned. */
  counterparty: string | null;
  cause: Cause | null;
}

export interface HistoryPage {
  /** Events before this one; absent: from the newest. */
  before?: string;
  limit: number;
}

/**
 * Incoming and outgoing payments of the reward asset of a user's wallet, newest first, from the indexed events of its contract.
 * @throws Problem 404 if the user hasn't proven the wallet
 */
export async function history(
  store: Store,
  userId: number,
  wallet: string,
  request: HistoryPage,
): Promise<Page<Movement>> {
  await requireOwn(store, userId, wallet);
  const { rows, hasMore } = await toPage(request, (page) => eventsOf(store, wallet, page));
  const causes = await causesOf(store, wallet, rows);
  return { hasMore, rows: rows.map((event) => movement(event, wallet, causes)) };
}

/** These are literals, or SQLite would not use the partial indexes. */
const isAsset = sql`${contractEvents.contract} = 'asset'`;
const moves = sql`${contractEvents.type} in ('transfer', 'mint', 'burn', 'clawback')`;

const sides = {
  to: field(contractEvents.data, "to"),
  from: field(contractEvents.data, "from"),
};

/** Movements in which a wallet is on one side, in order by that side's own index. */
export function oneSide(store: Store, side: keyof typeof sides, wallet: string, { before, limit }: HistoryPage) {
  const older = before === undefined ? undefined : lt(contractEvents.id, before);
  return store
    .select()
    .from(contractEvents)
    .where(and(isAsset, moves, eq(sides[side], wallet), older))
    .orderBy(desc(contractEvents.id))
    .limit(limit);
}

/** A payment from the wallet to itself is found on both sides. */
async function eventsOf(store: Store, wallet: string, page: HistoryPage): Promise<AssetEvent[]> {
  const found = [...(await oneSide(store, "to", wallet, page)), ...(await oneSide(store, "from", wallet, page))];
  const unique = new Map(found.map((event) => [event.id, event]));
  return [...unique.values()].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, page.limit);
}

/** By transaction and amount: one transaction may pay a wallet several rewards. */
async function causesOf(store: Store, wallet: string, events: readonly AssetEvent[]): Promise<Map<string, Cause[]>> {
  const hashes = [...new Set(events.map(({ tx_hash }) => tx_hash))];
  const causes = new Map<string, Cause[]>();
  if (hashes.length === 0) return causes;
  const add = (hash: string | null, amount: bigint, cause: Cause) => {
    const key = `${hash}:${amount}`;
    causes.set(key, [...(causes.get(key) ?? []), cause]);
  };
  const rewards = await store
    .select()
    .from(issuances)
    .where(and(eq(issuances.wallet_address, wallet), inArray(issuances.tx_hash, hashes)))
    .orderBy(desc(issuances.id));
  for (const { id, campaign_id, tx_hash, amount } of rewards) {
    if (amount !== null) add(tx_hash, amount, { kind: "reward", issuance_id: id, campaign_id });
  }
  const claims = await store
    .select()
    .from(dropShares)
    .where(and(eq(dropShares.wallet_address, wallet), inArray(dropShares.claim_tx_hash, hashes)));
  for (const { drop_id, claim_tx_hash, amount } of claims) add(claim_tx_hash, amount, { kind: "drop", drop_id });
  return causes;
}

interface AssetData {
  from?: string;
  to?: string;
  amount: string;
}

/** Removes its cause from the map: each cause explains one movement. */
function movement(event: AssetEvent, wallet: string, causes: Map<string, Cause[]>): Movement {
  const { from, to, amount: text } = event.data as AssetData;
  const amount = BigInt(text);
  const direction = to === wallet ? "in" : "out";
  const cause = direction === "in" ? causes.get(`${event.tx_hash}:${amount}`)?.shift() : undefined;
  return { event, direction, amount, counterparty: (direction === "in" ? from : to) ?? null, cause: cause ?? null };
}
