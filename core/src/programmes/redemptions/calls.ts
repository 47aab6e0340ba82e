import { xdr } from "@stellar/stellar-sdk";
import type { LedgerCall } from "../../context/ledger-call.ts";
import type { Parts } from "../../context/parts.ts";
import { contractErrors } from "../../ledger/chain/contract-errors.ts";
import type { CallRefused } from "../../ledger/chain/errors.ts";
import { type CallRefusal, generalRefusal } from "../../ledger/sending/general-refusal.ts";
import * as reasons from "../../ledger/sending/reasons.ts";
import type { Job } from "../../store/jobs/jobs.ts";
import { emitStatus } from "./events.ts";
import { type AskedOfLedger, asked } from "./ledger-steps.ts";
import type { Redemption } from "./store.ts";
import * as rows from "./store.ts";

const errors = contractErrors.redemption;

/** Has the contract burn the tokens of a redemption that was handed over, or give them back. */
export function redemptionCall(
  { context, manager }: Parts,
  job: Job,
  row: Redemption,
  step: AskedOfLedger,
): LedgerCall {
  const { redemption } = context.chain.contracts;
  const { merchant_id, wallet_address: wallet, reference } = row;
  if (merchant_id === null || wallet === null || reference === null)
    throw new Error(`redemption ${row.id} has no merchant or is not on the ledger`);
  const named = { wallet, reference: Buffer.from(reference, "hex") };
  return {
    kind: "redemption",
    job,
    merchantId: merchant_id,
    isFree: true,
    signer: manager,
    operation:
      step === "fulfil"
        ? redemption.operation(manager.publicKey, "fulfil", { operator: manager.publicKey, ...named })
        : redemption.operation(manager.publicKey, "cancel", { caller: manager.publicKey, ...named }),
    // The contract refuses the call for a redemption that has ended.
    isApplied: () => false,
    refusal,
    // Ended by an earlier transaction of ours, by the wallet or by anyone: the event says how.
    answerIfDone: async ({ code }) => (code === errors.NotOpen ? xdr.ScVal.scvVoid() : undefined),
    // The event may have come before.
    done: async (store, { txHash, now }) => {
      if (txHash === null) return;
      const ended = await rows.takeOnLedger(store, { wallet, reference }, asked[step].event, {
        end_tx_hash: txHash,
        updated_at: now,
      });
      if (ended) await emitStatus(store, ended, now);
    },
    note: (store, why) => rows.noteOnLedger(store, row.id, why),
    failed: (store, why) => rows.noteOnLedger(store, row.id, { ...why, next_status: null }),
  };
}

function refusal(error: CallRefused): CallRefusal {
  if (error.code === errors.DeadlinePassed) return { kind: "never", reason: reasons.redemptionDeadline };
  return generalRefusal(error);
}
