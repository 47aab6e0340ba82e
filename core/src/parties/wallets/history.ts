import { and, desc, eq, getTableColumns, gt, inArray, lt, sql } from "drizzle-orm";
import { type Page, toPage } from "../../base/page.ts";
import type { ContractEvent } from "../../ledger/contract-events/service.ts";
import { unindexed } from "../../store/db/dialect.ts";
import { contractEventSubjects, contractEvents } from "../../store/db/schema/contract-events.ts";
import { dropShares } from "../../store/db/schema/drops.ts";
import { issuances } from "../../store/db/schema/issuances.ts";
import type { Store } from "../../store/db/store.ts";
import { requireOwn } from "./service.ts";

export type AssetEvent = ContractEvent;

/** Cause of a movement of tokens, if the service knows it. */
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
  const [first] = rows;
  if (request.before !== undefined && first) {
    // What the page before has explained of the same transaction.
    for (const event of await newerOf(store, first)) movement(event, wallet, causes);
  }
  return { hasMore, rows: rows.map((event) => movement(event, wallet, causes)) };
}

const { xdr, ...shown } = getTableColumns(contractEvents);

export const movementTypes = ["transfer", "mint", "burn", "clawback"] as const;

// Another asset's contract may be followed too, and has events of the same types.
const isOurs = sql`${unindexed(contractEvents.contract)} = 'asset'`;

/** Movements of one type that name a wallet, in order by the index of what events are about. */
export function movesOf(store: Store, type: string, wallet: string, { before, limit }: HistoryPage) {
  const { kind, value, event_id } = contractEventSubjects;
  const older = before === undefined ? undefined : lt(event_id, before);
  return store
    .select(shown)
    .from(contractEventSubjects)
    .innerJoin(contractEvents, eq(contractEvents.id, event_id))
    .where(and(eq(kind, "wallet"), eq(value, wallet), eq(contractEventSubjects.type, type), older, isOurs))
    .orderBy(desc(event_id))
    .limit(limit);
}

/** Movements after this one in its transaction, also those of other wallets: a transaction has few. */
export function newerOf(store: Store, { id, tx_hash }: Pick<AssetEvent, "id" | "tx_hash">) {
  const isOfTransaction = and(eq(contractEvents.tx_hash, tx_hash), gt(unindexed(contractEvents.id), id));
  return store
    .select(shown)
    .from(contractEvents)
    .where(and(isOfTransaction, inArray(contractEvents.type, movementTypes), isOurs));
}

async function eventsOf(store: Store, wallet: string, page: HistoryPage): Promise<AssetEvent[]> {
  const found: AssetEvent[] = [];
  for (const type of movementTypes) found.push(...(await movesOf(store, type, wallet, page)));
  return found.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, page.limit);
}

/** Causes by transaction and amount: one transaction may pay a wallet several rewards. */
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

/** Presents a movement and removes its cause from the map: each cause explains one movement. */
function movement(event: AssetEvent, wallet: string, causes: Map<string, Cause[]>): Movement {
  const { from, to, amount: text } = event.data as AssetData;
  const amount = BigInt(text);
  const direction = to === wallet ? "in" : "out";
  const cause = direction === "in" ? causes.get(`${event.tx_hash}:${amount}`)?.shift() : undefined;
  return { event, direction, amount, counterparty: (direction === "in" ? from : to) ?? null, cause: cause ?? null };
}
