import { notFound } from "../../base/errors.ts";
import { type Page, toPage } from "../../base/page.ts";
import * as campaigns from "../../programmes/campaigns/service.ts";
import type { Store } from "../../store/db/store.ts";
import type { LedgerTransaction, Total, TransactionPage } from "./store.ts";
import * as rows from "./store.ts";
import { listOfUser as rowsOfUser, type TransactionKey, type UserPage, type UserTransaction } from "./user-store.ts";

export type { LedgerTransaction, Total } from "./store.ts";
export type { Place, TransactionKey } from "./user-store.ts";

/** Payments of the merchant's campaigns on the ledger, newest first. @throws Problem 404 for a foreign campaign */
export async function list(
  store: Store,
  merchantId: number,
  request: TransactionPage,
): Promise<Page<LedgerTransaction>> {
  if (request.campaign_id !== undefined) await campaigns.get(store, merchantId, request.campaign_id);
  return toPage(request, (page) => rows.listOf(store, merchantId, page));
}

/** Payments to the user's proven wallets on the ledger, newest first: rewards, and shares of drops. */
export function listOfUser(store: Store, userId: number, request: UserPage): Promise<Page<UserTransaction>> {
  return toPage(request, (page) => rowsOfUser(store, userId, page));
}

/** One of these payments, as its merchant or its user lists it. @throws Problem 404 */
export async function get(
  store: Store,
  owner: { merchant_id: number } | { user_id: number },
  key: TransactionKey,
): Promise<LedgerTransaction & { leaf?: number }> {
  if ("user_id" in owner) {
    const [row] = await rowsOfUser(store, owner.user_id, { key, limit: 1 });
    if (row) return row;
  } else if (key.type === "reward") {
    const [row] = await rows.listOf(store, owner.merchant_id, { id: key.id, limit: 1 });
    if (row) return row;
  }
  throw notFound("Transaction", keyText(key));
}

/** A payment's id: of this payment, and no other. */
export const keyText = ({ type, id, leaf }: TransactionKey): string =>
  type === "reward" ? `reward-${id}` : `drop-${id}-${leaf}`;

/** Sums of a merchant's issuances. `held` is the part of `pending` that waits for a trustline. */
export type Totals = Record<Total["status"] | "held", Sum>;
type Sum = Omit<Total, "status" | "held">;

const NONE: Sum = { count: 0, transactions: 0, amount: 0n, wallets: 0 };

/** Sums of the merchant's issuances, of one campaign or all. @throws Problem 404 for a foreign campaign */
export async function totals(store: Store, merchantId: number, campaignId?: number): Promise<Totals> {
  if (campaignId !== undefined) await campaigns.get(store, merchantId, campaignId);
  const found = await rows.totalsOf(store, merchantId, campaignId);
  const of = (status: Total["status"], isHeld: boolean): Sum =>
    found.find((total) => total.status === status && total.held === isHeld) ?? NONE;
  const [others, held] = [of("pending", false), of("pending", true)];
  const pending = { ...others, count: others.count + held.count, amount: others.amount + held.amount };
  return { pending, held, confirmed: of("confirmed", false), failed: of("failed", false) };
}
