import * as campaigns from "../campaigns/service.ts";
import type { Store } from "../db/store.ts";
import { type Page, toPage } from "../page.ts";
import type { LedgerTransaction, Total, TransactionPage } from "./store.ts";
import * as rows from "./store.ts";
import { listOfUser as rowsOfUser, type UserPage, type UserTransaction } from "./user-store.ts";

export type { LedgerTransaction, Total } from "./store.ts";
export type { Place, UserTransaction } from "./user-store.ts";

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

const NONE = { count: 0, transactions: 0, amount: 0n, wallets: 0 };

/** Sums of the merchant's issuances, of one campaign or all. @throws Problem 404 for a foreign campaign */
export async function totals(
  store: Store,
  merchantId: number,
  campaignId?: number,
): Promise<Record<Total["status"], Omit<Total, "status">>> {
  if (campaignId !== undefined) await campaigns.get(store, merchantId, campaignId);
  const found = await rows.totalsOf(store, merchantId, campaignId);
  const of = (status: Total["status"]) => found.find((total) => total.status === status) ?? NONE;
  return { pending: of("pending"), confirmed: of("confirmed"), failed: of("failed") };
}
