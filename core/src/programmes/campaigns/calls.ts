import type { xdr } from "@stellar/stellar-sdk";
import { toLedgerTime } from "../../base/days.ts";
import type { LedgerCall } from "../../context/ledger-call.ts";
import type { Parts } from "../../context/parts.ts";
import { contractErrors } from "../../ledger/chain/contract-errors.ts";
import type { CallRefused } from "../../ledger/chain/errors.ts";
import { type CallRefusal, generalRefusal } from "../../ledger/sending/general-refusal.ts";
import * as reasons from "../../ledger/sending/reasons.ts";
import type { Job } from "../../store/jobs/jobs.ts";
import * as campaigns from "./service.ts";
import * as steps from "./steps.ts";
import type { Campaign } from "./store.ts";
import * as rows from "./store.ts";

/** Creates a campaign on the ledger, its budget reserved from the merchant's balance in the pool. */
export function campaignCall(parts: Parts, job: Job, row: Campaign): LedgerCall {
  return {
    ...creation(parts, job, row),
    done: (store, { returnValue, txHash, now }) =>
      campaigns.activate(store, row.id, { contractCampaignId: idOf(parts, returnValue), txHash, now }),
    note: (store, why) => rows.updatePending(store, row.id, why),
    failed: (store, why) => campaigns.fail(store, row.id, why),
  };
}

/** Puts a draft on the ledger: the same call, but a refusal leaves a draft that can be corrected. */
export function fundCall(parts: Parts, job: Job, row: Campaign): LedgerCall {
  return {
    ...creation(parts, job, row),
    done: (store, { returnValue, txHash, now }) =>
      steps.open(store, row.id, { contractCampaignId: idOf(parts, returnValue), txHash, now }),
    note: (store, why) => steps.note(store, row.id, "fund", why),
    failed: (store, why) => steps.abandon(store, row.id, "fund", why),
  };
}

const idOf = ({ context }: Parts, value: xdr.ScVal) => Number(context.chain.contracts.campaign.decode("create", value));

function creation({ context, manager }: Parts, job: Job, row: Campaign): Omit<LedgerCall, "done" | "note" | "failed"> {
  const { campaign } = context.chain.contracts;
  return {
    kind: "campaign",
    job,
    merchantId: row.merchant_id,
    campaignId: row.id,
    takesNextId: true,
    signer: manager,
    operation: campaign.operation(manager.publicKey, "create", {
      operator: manager.publicKey,
      reference: Buffer.from(row.reference, "hex"),
      merchant: BigInt(row.merchant_id),
      budget: row.budget,
      starts_at: toLedgerTime(row.starts_at),
      ends_at: toLedgerTime(row.ends_at),
      per_wallet_cap: row.per_wallet_cap,
    }),
    // The same reference answers the same id, whether it was created before or is created now.
    isApplied: () => false,
    refusal,
  };
}

function refusal(error: CallRefused): CallRefusal {
  if (error.code === contractErrors.pool.InsufficientBalance) return { kind: "never", reason: reasons.merchantBalance };
  if (error.code === contractErrors.campaign.InvalidWindow) return { kind: "never", reason: reasons.campaignWindow };
  // Another campaign has this random reference, so this one can never be created.
  if (error.code === contractErrors.campaign.ReferenceTaken)
    return { kind: "never", reason: reasons.campaignRefused(error.message) };
  return generalRefusal(error);
}
