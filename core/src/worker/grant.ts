import type { Job } from "../jobs/jobs.ts";
import type { Payloads } from "../jobs/payloads.ts";
import type { Crew } from "./crew.ts";
import { generalRefusal } from "./general-refusal.ts";
import type { Task } from "./task.ts";

type GrantPayload = Extract<Payloads["transaction-submission"], { kind: "grant" }>;

/** Moves tokens of the treasury to a merchant's balance in the pool, once per reference. */
export function grantTask({ context, treasury }: Crew, job: Job, payload: GrantPayload): Task {
  const { pool } = context.chain.contracts;
  const nothing = async () => undefined;
  return {
    kind: "grant",
    job,
    merchantId: payload.merchant_id,
    signer: treasury,
    operation: pool.operation(treasury.publicKey, "grant", {
      treasurer: treasury.publicKey,
      merchant: BigInt(payload.merchant_id),
      amount: BigInt(payload.amount),
      reference: Buffer.from(payload.reference, "hex"),
    }),
    // False: the same grant was made before.
    isApplied: (returnValue) => !pool.decode("grant", returnValue),
    refusal: generalRefusal,
    // A grant has no record of its own: the balance is on the ledger, a failure is in the dead letters.
    done: nothing,
    note: nothing,
    failed: nothing,
  };
}
