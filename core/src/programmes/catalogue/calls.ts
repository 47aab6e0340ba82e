import { scValToNative } from "@stellar/stellar-sdk";
import type { LedgerCall } from "../../context/ledger-call.ts";
import type { Parts } from "../../context/parts.ts";
import { contractErrors } from "../../ledger/chain/contract-errors.ts";
import type { CallRefused } from "../../ledger/chain/errors.ts";
import { type CallRefusal, generalRefusal } from "../../ledger/sending/general-refusal.ts";
import * as reasons from "../../ledger/sending/reasons.ts";
import type { Job } from "../../store/jobs/jobs.ts";
import type { Item } from "./store.ts";
import type { ItemChange } from "./token-terms.ts";
import * as terms from "./token-terms.ts";

const errors = contractErrors.redemption;

/** Sets an item's terms in the redemption contract, which creates it, or its stock. */
export function contractItemCall(
  { context, manager }: Parts,
  job: Job,
  { item, change, step }: { item: Item; change: ItemChange; step: "terms" | "stock" },
): LedgerCall {
  const { redemption } = context.chain.contracts;
  const { id, merchant_id, contract_item_id } = item;
  if (contract_item_id === null) throw new Error(`item ${id} names none of the contract`);
  const named = { operator: manager.publicKey, item: BigInt(contract_item_id) };
  const common = {
    kind: "redemption",
    job,
    merchantId: merchant_id,
    signer: manager,
    isApplied: () => false,
    refusal,
    note: (store, why) => terms.note(store, id, why),
    failed: (store, why) => terms.note(store, id, { ...why, status: "failed" }),
  } satisfies Partial<LedgerCall>;
  if (step === "stock") {
    const { stock, expected_stock: expected } = change;
    if (stock === null) throw new Error(`the change of item ${id} has no stock`);
    return {
      ...common,
      operation: redemption.operation(manager.publicKey, "set_stock", { ...named, expected, stock }),
      // The contract compares the stock itself.
      done: async (store, { txHash }) => txHash !== null && terms.confirmStock(store, item, change, txHash),
    };
  }
  const wanted = {
    merchant: BigInt(merchant_id),
    price: change.price,
    active: change.active,
    fulfil_within: BigInt(change.fulfil_within),
    cancel_within: BigInt(change.cancel_within),
    wallet_limit: change.wallet_limit,
  };
  let found = 0;
  return {
    ...common,
    operation: redemption.operation(manager.publicKey, "set_item", { ...named, terms: wanted }),
    async check() {
      const { value } = await redemption.view("item", { item: named.item });
      const key = value ? terms.termsKey(value.terms) : null;
      found = value?.price_version ?? 0;
      if (key === terms.termsKey(change)) return "applied";
      // The contract takes any terms, so a database that was turned back could bring back old ones.
      return key === change.replaces ? undefined : { kind: "never", reason: reasons.contractItemChanged };
    },
    done: (store, { returnValue, txHash, now }) =>
      terms.confirmTerms(store, item, change, {
        txHash,
        priceVersion: txHash === null ? found : Number(scValToNative(returnValue)),
        now,
      }),
  };
}

const refusals: Record<number, string> = {
  [errors.ItemTaken]: reasons.contractItemTaken,
  [errors.StockChanged]: reasons.contractStockChanged,
};

function refusal(error: CallRefused): CallRefusal {
  const reason = refusals[error.code ?? 0];
  return reason === undefined ? generalRefusal(error) : { kind: "never", reason };
}
