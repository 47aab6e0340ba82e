import { xdr } from "@stellar/stellar-sdk";
import type { CallRefused } from "../chain/errors.ts";
import type { RewardAsset } from "../chain/trustlines.ts";
import type { Drop, DropShare } from "../drops/store.ts";
import * as rows from "../drops/store.ts";
import type { Job } from "../jobs/jobs.ts";
import type { Crew } from "./crew.ts";
import { generalRefusal } from "./general-refusal.ts";
import * as reasons from "./reasons.ts";
import type { Task, TaskRefusal } from "./task.ts";

/** Codes of `distribution` and, the last one, of `pool`. */
const errors = {
  dropNotOpen: 15030,
  dropExpired: 15031,
  alreadyClaimed: 15035,
  noTrustline: 15040,
  notAuthorized: 15041,
  lineFull: 15042,
  refusedRecipient: 15043,
  paymentFailed: 15044,
  limitExceeded: 13040,
} as const;

/** Pays a wallet's share of a drop on its behalf. */
export function dropClaimTask({ context, distributor }: Crew, job: Job, drop: Drop, share: DropShare): Task {
  const { distribution } = context.chain.contracts;
  return {
    kind: "drop-claim",
    job,
    merchantId: drop.merchant_id,
    signer: distributor,
    operation: distribution.operation(distributor.publicKey, "claim_for", {
      operator: distributor.publicKey,
      wallet: share.wallet_address,
      drop: BigInt(drop.contract_drop_id ?? 0),
      index: share.leaf,
      amount: share.amount,
      proof: (share.proof.match(/.{64}/g) ?? []).map((node) => Buffer.from(node, "hex")),
    }),
    // A claimed leaf is refused, not answered.
    isApplied: () => false,
    refusal: (error) => refusal(error, context.chain.manifest.asset),
    // By an earlier transaction of ours, or by the wallet itself.
    answerIfDone: async ({ code }) => (code === errors.alreadyClaimed ? xdr.ScVal.scvVoid() : undefined),
    done: (store, { txHash }) =>
      rows.updateClaim(store, share, { claim_status: "claimed", claim_tx_hash: txHash, claim_error: null }),
    note: (store, reason) => rows.updateClaim(store, share, { claim_error: reason }),
    failed: (store, reason) => rows.updateClaim(store, share, { claim_status: "failed", claim_error: reason }),
  };
}

function refusal(error: CallRefused, asset: RewardAsset): TaskRefusal {
  switch (error.code) {
    case errors.limitExceeded:
      return { kind: "wait", reason: reasons.claimLimit };
    case errors.dropNotOpen:
      return { kind: "again", reason: reasons.dropNotOpen };
    case errors.dropExpired:
      return { kind: "never", reason: reasons.dropExpired };
    case errors.noTrustline:
      return { kind: "never", reason: reasons.noTrustline(asset) };
    case errors.notAuthorized:
      return { kind: "never", reason: reasons.notAuthorized(asset) };
    case errors.lineFull:
      return { kind: "never", reason: reasons.lineFull(asset) };
    case errors.refusedRecipient:
      return { kind: "never", reason: reasons.refusedRecipient };
    case errors.paymentFailed:
      return { kind: "never", reason: reasons.transferRefused };
    default:
      return generalRefusal(error);
  }
}
