import { xdr } from "@stellar/stellar-sdk";
import type { LedgerCall } from "../../context/ledger-call.ts";
import type { Parts } from "../../context/parts.ts";
import { contractErrors } from "../../ledger/chain/contract-errors.ts";
import type { Job } from "../../store/jobs/jobs.ts";
import { claimRefusal } from "./claim-refusal.ts";
import { recordClaimed, recordClaimFailed } from "./events.ts";
import type { Drop, DropShare } from "./store.ts";
import * as rows from "./store.ts";

/** Pays a wallet's share of a drop on its behalf. */
export function dropClaimCall({ context, distributor }: Parts, job: Job, drop: Drop, share: DropShare): LedgerCall {
  const { distribution } = context.chain.contracts;
  return {
    kind: "drop-claim",
    job,
    merchantId: drop.merchant_id,
    signer: distributor,
    operation: distribution.operation(distributor.publicKey, "claim_for", {
      operator: distributor.publicKey,
      ...rows.leafArguments(drop, share),
    }),
    // A claimed leaf is refused, not answered.
    isApplied: () => false,
    refusal: (error) => claimRefusal(error, context.chain.manifest.asset),
    // Claimed by an earlier transaction of ours, or by the wallet itself.
    answerIfDone: async ({ code }) =>
      code === contractErrors.distribution.AlreadyClaimed ? xdr.ScVal.scvVoid() : undefined,
    done: (store, { txHash, now }) => recordClaimed(store, share, txHash, now),
    note: (store, { error_message }) => rows.updateClaim(store, share, { claim_error: error_message }),
    failed: (store, why) => recordClaimFailed(store, share, why.error_message, why.updated_at),
  };
}
