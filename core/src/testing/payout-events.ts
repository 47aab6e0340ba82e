import type { PointSettings } from "../base/settings/points.ts";
import type { PaymentResult } from "../ledger/chain/rewards.ts";
import { explainPayments } from "../payouts/rewards/paid-events.ts";
import { contractEvents } from "../store/db/schema/contract-events.ts";
import type { Store } from "../store/db/store.ts";
import { newContract } from "./chain.ts";

export interface IndexedPayment {
  number: number;
  /** 8 bytes, hex. */
  reference: string;
  result?: PaymentResult;
  wallet_address: string;
  /** stroops */
  amount: bigint;
}

export interface IndexedPayout {
  txHash: string;
  /** Id in the contract. */
  campaign: number;
  payments: IndexedPayment[];
  /** Sum that the `reward` event tells, stroops; that of the payments, unless the node leaves something out. */
  paid?: bigint;
}

const pool = newContract();
let count = 0;

/** The indexer stores the events of a payout's transaction: a transfer per payment, then the campaign's `reward`. */
export async function indexPayout(
  store: Store,
  { txHash, campaign, payments, paid: told }: IndexedPayout,
  { settings, now }: { settings: PointSettings; now: Date },
): Promise<void> {
  const add = async (contract: string, type: string, data: object): Promise<string> => {
    count += 1;
    const id = `${String(count).padStart(19, "0")}-0000000000`;
    const where = { contract_id: newContract(), contract, type, ledger: count, ledger_closed_at: now, tx_hash: txHash };
    await store.insert(contractEvents).values({ id, ...where, data });
    return id;
  };
  const paid = payments.filter(({ result = "PAID" }) => result === "PAID");
  for (const { wallet_address: to, amount } of paid) {
    await add("asset", "transfer", { from: pool, to, asset: "MERIT", amount: String(amount) });
  }
  const sum = told ?? paid.reduce((sum, { amount }) => sum + amount, 0n);
  const results = payments.map(({ number, reference, result = "PAID" }) => ({ number, reference, result }));
  // 64-bit integers are text, as the indexer stores them.
  const data = { campaign: String(campaign), merchant: "1", seq: "1", paid: String(sum), payments: results };
  await explainPayments(store, await add("campaign", "reward", data), { settings, now });
}
