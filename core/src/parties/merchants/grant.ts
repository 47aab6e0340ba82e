import type { LedgerCall } from "../../context/ledger-call.ts";
import type { Parts } from "../../context/parts.ts";
import { assetErrors } from "../../ledger/chain/contract-errors.ts";
import { generalRefusal } from "../../ledger/sending/general-refusal.ts";
import { treasuryShort } from "../../ledger/sending/reasons.ts";
import type { Job } from "../../store/jobs/jobs.ts";
import type { Payloads } from "../../store/jobs/payloads.ts";
import * as grants from "./grant-store.ts";

type GrantPayload = Extract<Payloads["transaction-submission"], { kind: "grant" }>;

/** Moves tokens of the treasury to a merchant's balance in the pool, once per reference. */
export function grantCall({ context, treasury }: Parts, job: Job, payload: GrantPayload): LedgerCall {
  const { pool } = context.chain.contracts;
  const { reference } = payload;
  return {
    kind: "grant",
    job,
    merchantId: payload.merchant_id,
    isFree: true,
    signer: treasury,
    operation: pool.operation(treasury.publicKey, "grant", {
      treasurer: treasury.publicKey,
      merchant: BigInt(payload.merchant_id),
      amount: BigInt(payload.amount),
      reference: Buffer.from(reference, "hex"),
    }),
    // False: the same grant was made before.
    isApplied: (returnValue) => !pool.decode("grant", returnValue),
    refusal: (refused) =>
      refused.code === assetErrors.balance ? { kind: "again", reason: treasuryShort } : generalRefusal(refused),
    // The demo grant has no row: its balance is on the ledger, its failure in the dead letters.
    done: (store, { txHash, now }) =>
      grants.move(store, reference, "pending", {
        status: "confirmed",
        tx_hash: txHash,
        error_message: null,
        updated_at: now,
      }),
    note: (store, why) => grants.move(store, reference, "pending", why),
    failed: (store, why) => grants.move(store, reference, "pending", { ...why, status: "failed" }),
  };
}
