import { type Page, toPage } from "../../base/page.ts";
import type { Store } from "../../store/db/store.ts";
import { displayName } from "../leaderboard/board.ts";
import * as rows from "./store.ts";

/** A wallet to which a merchant has issued rewards. */
export interface Customer extends rows.LastReward {
  /** User who has proven the wallet; null: nobody. */
  user: { id: number; name: string } | null;
  /** Rewards that were paid, and their sum in stroops. */
  rewards: number;
  amount: bigint;
}

/** A merchant's customers, the one with the newest reward first. */
export async function list(store: Store, merchantId: number, request: rows.CustomersPage): Promise<Page<Customer>> {
  const page = await toPage(request, (page) => rows.lastRewards(store, merchantId, page));
  const wallets = page.rows.map(({ wallet_address }) => wallet_address);
  const paid = new Map((await rows.paidTo(store, merchantId, wallets)).map((sum) => [sum.wallet_address, sum]));
  const holders = new Map((await rows.holdersOf(store, wallets)).map((holder) => [holder.wallet, holder]));
  const customers = page.rows.map((last): Customer => {
    const { count = 0, amount = 0n } = paid.get(last.wallet_address) ?? {};
    const holder = holders.get(last.wallet_address);
    return { ...last, rewards: count, amount, user: holder ? { id: holder.id, name: displayName(holder) } : null };
  });
  return { ...page, rows: customers };
}
