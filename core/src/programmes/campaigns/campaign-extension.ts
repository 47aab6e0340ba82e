import { toLedgerTime } from "../../base/days.ts";
import type { LedgerCall } from "../../context/ledger-call.ts";
import type { Parts } from "../../context/parts.ts";
import { contractErrors } from "../../ledger/chain/contract-errors.ts";
import type { CallRefused } from "../../ledger/chain/errors.ts";
import { type CallRefusal, generalRefusal } from "../../ledger/sending/general-refusal.ts";
import * as reasons from "../../ledger/sending/reasons.ts";
import type { Job } from "../../store/jobs/jobs.ts";
import * as extension from "./extension.ts";
import type { Campaign } from "./store.ts";
import * as rows from "./store.ts";

/** Gives a campaign on the ledger its new budget and end. */
export function campaignExtensionCall(
  { context, manager }: Parts,
  job: Job,
  row: Campaign,
  target: Required<extension.Extension>,
): LedgerCall {
  const { campaign } = context.chain.contracts;
  return {
    kind: "campaign-extension",
    job,
    merchantId: row.merchant_id,
    campaignId: row.id,
    signer: manager,
    operation: campaign.operation(manager.publicKey, "extend", {
      operator: manager.publicKey,
      id: BigInt(row.contract_campaign_id ?? 0),
      budget: target.budget,
      ends_at: toLedgerTime(target.ends_at),
    }),
    // False: it has this budget and end already.
    isApplied: (returnValue) => !campaign.decode("extend", returnValue),
    refusal,
    done: (store, { txHash, now }) => extension.finish(store, row, target, { txHash, now }),
    note: (store, why) => rows.updateExtending(store, row.id, why),
    failed: (store, why) => extension.abandon(store, row, why),
  };
}

const { campaign: errors, pool } = contractErrors;

function refusal(error: CallRefused): CallRefusal {
  switch (error.code) {
    case pool.InsufficientBalance:
      return { kind: "never", reason: reasons.merchantBalance };
    case errors.InvalidWindow:
      return { kind: "never", reason: reasons.campaignOver };
    case errors.InvalidTransition:
      return { kind: "never", reason: reasons.campaignStep };
    case errors.Shrinks:
      return { kind: "never", reason: reasons.campaignHasMore };
    default:
      return generalRefusal(error);
  }
}
