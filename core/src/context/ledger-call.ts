import type { xdr } from "@stellar/stellar-sdk";
import type { CallRefused } from "../ledger/chain/errors.ts";
import type { Signer } from "../ledger/chain/keys.ts";
import type { CallRefusal } from "../ledger/sending/general-refusal.ts";
import type { Store } from "../store/db/store.ts";
import type { Job } from "../store/jobs/jobs.ts";
import type { JobKind } from "../store/jobs/payloads.ts";

/** The transaction that did it; null where only the contract's state tells that it is done. */
export interface Done {
  returnValue: xdr.ScVal;
  txHash: string | null;
  now: Date;
}

/** Fields of a record that the ledger didn't take. */
export interface Why {
  error_message: string;
  updated_at: Date;
}

/**
 * The call that a job of the queue `transaction-submission` makes. The contract does it only once: it knows the call's reference,
 * or refuses what is done. So the call may be built anew once an earlier transaction is proven dead.
 */
export interface LedgerCall {
  kind: JobKind;
  job: Job;
  merchantId: number;
  campaignId?: number;
  /** True for the operator's grants, and calls that end or return something: the merchant's fee budget neither counts nor delays them. */
  isFree?: boolean;
  /**
   * True if the contract gives what the call creates the next number: two calls that are made at once would be given the same one in
   * simulation, and one would fail.
   */
  takesNextId?: boolean;
  /** Source of the operation. */
  signer: Signer;
  operation: xdr.Operation;
  /** For calls that the contract takes again and again: decides if this one is to be made now. @throws RpcUnavailable */
  check?(): Promise<"applied" | CallRefusal | undefined>;
  /** True if a simulated return value shows that the ledger has the effect already, without this call. */
  isApplied(returnValue: xdr.ScVal): boolean;
  /** @throws RpcUnavailable */
  refusal(error: CallRefused): CallRefusal | Promise<CallRefusal>;
  /**
   * For calls that the contract refuses once they are done: the answer of this one when it was, if the ledger shows that
   * it was. @throws RpcUnavailable
   */
  answerIfDone?(error: CallRefused): Promise<xdr.ScVal | undefined>;
  /** Records success, in the commit that completes the job. */
  done(store: Store, done: Done): Promise<unknown>;
  /** Notes why it is tried again. */
  note(store: Store, why: Why): Promise<unknown>;
  /** Records that it will not be done, in the commit that ends the job. */
  failed(store: Store, why: Why): Promise<unknown>;
}
