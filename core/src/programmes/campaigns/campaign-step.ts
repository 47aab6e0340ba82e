import { Status } from "@merit/bindings/campaign";
import { nativeToScVal, xdr } from "@stellar/stellar-sdk";
import type { LedgerCall } from "../../context/ledger-call.ts";
import type { Parts } from "../../context/parts.ts";
import { contractErrors } from "../../ledger/chain/contract-errors.ts";
import type { CallRefused } from "../../ledger/chain/errors.ts";
import { type CallRefusal, generalRefusal } from "../../ledger/sending/general-refusal.ts";
import * as reasons from "../../ledger/sending/reasons.ts";
import type { Job } from "../../store/jobs/jobs.ts";
import * as steps from "./steps.ts";
import type { Campaign } from "./store.ts";

/** The contract's function of each step, and the statuses there that show it as taken. */
const calls = {
  pause: { method: "pause_campaign", taken: [Status.Paused] },
  resume: { method: "resume_campaign", taken: [Status.Active] },
  // Anyone may end and settle a campaign whose window is over.
  end: { method: "end", taken: [Status.Ended, Status.Settled] },
  settle: { method: "settle", taken: [Status.Settled] },
} as const;

/** Pauses, resumes, ends or settles a campaign on the ledger. */
export function campaignStepCall(
  { context, manager }: Parts,
  job: Job,
  row: Campaign,
  step: Exclude<steps.CampaignStep, "fund">,
): LedgerCall {
  const { campaign } = context.chain.contracts;
  const id = BigInt(row.contract_campaign_id ?? 0);
  const { method } = calls[step];
  const taken: readonly Status[] = calls[step].taken;
  return {
    kind: "campaign-step",
    job,
    merchantId: row.merchant_id,
    campaignId: row.id,
    // Without `resume` none of the others can be repeated.
    isFree: step !== "resume",
    signer: manager,
    operation: campaign.operation(manager.publicKey, method, { operator: manager.publicKey, id }),
    // A step that was taken before is refused, not answered.
    isApplied: () => false,
    refusal,
    async answerIfDone({ code }) {
      if (code !== contractErrors.campaign.InvalidTransition) return undefined;
      const { value } = await campaign.view("get", { id });
      if (!taken.includes(value.status)) return undefined;
      return step === "settle" ? nativeToScVal(value.budget - value.spent, { type: "i128" }) : xdr.ScVal.scvVoid();
    },
    done: (store, { returnValue, txHash, now }) => {
      const settled = step === "settle" ? { remainder: campaign.decode("settle", returnValue) } : {};
      return steps.finish(store, row.id, step, { txHash, now, ...settled });
    },
    note: (store, why) => steps.note(store, row.id, step, why),
    failed: (store, why) => steps.abandon(store, row.id, step, why),
  };
}

function refusal(error: CallRefused): CallRefusal {
  if (error.code === contractErrors.campaign.InvalidTransition) return { kind: "never", reason: reasons.campaignStep };
  return generalRefusal(error);
}
