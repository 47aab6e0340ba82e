import { nativeToScVal, xdr } from "@stellar/stellar-sdk";
import { toLedgerTime } from "../../base/days.ts";
import { formatAmount } from "../../base/money.ts";
import type { LedgerCall } from "../../context/ledger-call.ts";
import type { Parts } from "../../context/parts.ts";
import type { Chain } from "../../ledger/chain/chain.ts";
import { contractErrors } from "../../ledger/chain/contract-errors.ts";
import type { Contracts } from "../../ledger/chain/contracts.ts";
import type { CallRefused } from "../../ledger/chain/errors.ts";
import type { RewardAsset } from "../../ledger/chain/trustlines.ts";
import { type CallRefusal, generalRefusal } from "../../ledger/sending/general-refusal.ts";
import * as reasons from "../../ledger/sending/reasons.ts";
import type { Job } from "../../store/jobs/jobs.ts";
import * as rewardReasons from "../rewards/reasons.ts";
import { recordClaimed, recordClaimFailed } from "./events.ts";
import * as drops from "./service.ts";
import type { Drop, DropShare } from "./store.ts";
import * as rows from "./store.ts";

const errors = contractErrors.distribution;

/** Creates a drop on the ledger, its total reserved from the merchant's balance in the pool. */
export function dropCall({ context, manager }: Parts, job: Job, row: Drop): LedgerCall {
  const { distribution } = context.chain.contracts;
  return {
    ...records(row),
    kind: "drop",
    job,
    takesNextId: true,
    signer: manager,
    operation: distribution.operation(manager.publicKey, "create_drop", {
      operator: manager.publicKey,
      reference: Buffer.from(row.reference, "hex"),
      merchant: BigInt(row.merchant_id),
      root: Buffer.from(row.root, "hex"),
      total: row.total,
      leaves: row.leaves,
      opens_at: toLedgerTime(row.opens_at),
      expires_at: toLedgerTime(row.expires_at),
    }),
    refusal: (error) =>
      error.code === contractErrors.pool.LimitExceeded ? limitRefusal(context.chain, row) : creationRefusal(error),
    done: (store, { returnValue, txHash, now }) => {
      const contractDropId = Number(distribution.decode("create_drop", returnValue));
      return drops.activate(store, row.id, { contractDropId, txHash, now });
    },
  };
}

/** Returns what an expired drop didn't pay to its merchant. */
export function dropSweepCall({ context, manager }: Parts, job: Job, row: Drop): LedgerCall {
  const { distribution } = context.chain.contracts;
  const id = BigInt(row.contract_drop_id ?? 0);
  return {
    ...records(row),
    kind: "drop-sweep",
    job,
    isFree: true,
    signer: manager,
    operation: distribution.operation(manager.publicKey, "sweep", { drop: id }),
    refusal: (error) =>
      // The ledger's clock is behind this machine's.
      error.code === errors.DropNotExpired ? { kind: "again", reason: reasons.dropNotExpired } : generalRefusal(error),
    // Anyone may sweep.
    answerIfDone: (error) => returnedBefore(distribution, id, error),
    done: (store, { returnValue, txHash, now }) => {
      const remainder = distribution.decode("sweep", returnValue);
      return drops.finishSweep(store, row.id, { remainder, txHash, now });
    },
  };
}

/** Returns the total of a drop that has not opened to its merchant. */
export function dropCancelCall({ context, manager }: Parts, job: Job, row: Drop): LedgerCall {
  const { distribution } = context.chain.contracts;
  const id = BigInt(row.contract_drop_id ?? 0);
  return {
    ...records(row),
    kind: "drop-cancel",
    job,
    isFree: true,
    signer: manager,
    operation: distribution.operation(manager.publicKey, "cancel_drop", { operator: manager.publicKey, drop: id }),
    refusal: (error) =>
      error.code === errors.DropOpened ? { kind: "never", reason: reasons.dropOpened } : generalRefusal(error),
    // Cancelled before the database was replaced by an older copy.
    answerIfDone: (error) => returnedBefore(distribution, id, error),
    done: (store, { returnValue, txHash, now }) => {
      const remainder = distribution.decode("cancel_drop", returnValue);
      return drops.finishCancel(store, row.id, { remainder, txHash, now });
    },
  };
}

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
    answerIfDone: async ({ code }) => (code === errors.AlreadyClaimed ? xdr.ScVal.scvVoid() : undefined),
    done: (store, { txHash, now }) => recordClaimed(store, share, txHash, now),
    note: (store, { error_message }) => rows.updateClaim(store, share, { claim_error: error_message }),
    failed: (store, why) => recordClaimFailed(store, share, why.error_message, why.updated_at),
  };
}

/** The amount that an already closed drop returned. */
async function returnedBefore(distribution: Contracts["distribution"], id: bigint, { code }: CallRefused) {
  if (code !== errors.AlreadySwept) return undefined;
  const { value } = await distribution.view("drop", { id });
  return nativeToScVal(value.total - value.paid, { type: "i128" });
}

const records = (row: Drop): Pick<LedgerCall, "merchantId" | "isApplied" | "note" | "failed"> => ({
  merchantId: row.merchant_id,
  isApplied: () => false,
  note: (store, why) => rows.updateIn(store, row.id, ["pending", "sweeping", "cancelling"], why),
  failed: (store, why) => drops.refuse(store, row.id, why),
});

/** A drop's total counts against its merchant's own limit, whose end of waiting the pool doesn't tell. @throws RpcUnavailable */
async function limitRefusal({ contracts: { pool } }: Pick<Chain, "contracts">, row: Drop): Promise<CallRefusal> {
  const { value } = await pool.view("limit", { merchant: BigInt(row.merchant_id) });
  const [total, limit] = [formatAmount(row.total), formatAmount(value.limit)];
  if (row.total > value.limit) return { kind: "wait", reason: reasons.dropAboveLimit(total, limit) };
  // What is used may exceed a limit that was lowered.
  const room = value.used < value.limit ? value.limit - value.used : 0n;
  return { kind: "wait", reason: reasons.dropLimit(total, limit, formatAmount(room)) };
}

function creationRefusal(error: CallRefused): CallRefusal {
  if (error.code === contractErrors.pool.InsufficientBalance) return { kind: "never", reason: reasons.dropBalance };
  if (error.code === errors.InvalidWindow) return { kind: "never", reason: reasons.dropWindow };
  if (error.code === errors.OpensTooSoon) return { kind: "never", reason: reasons.dropOpensTooSoon };
  if (error.code === errors.DropCancelled) return { kind: "never", reason: reasons.dropCancelled };
  // Another drop has this random reference, so this one can never be created.
  if (error.code === errors.ReferenceTaken) return { kind: "never", reason: reasons.callRefused(error.message) };
  return generalRefusal(error);
}

/** Meaning of a refused claim, for the user or merchant who waits for it. */
export function claimRefusal(error: CallRefused, asset: RewardAsset): CallRefusal {
  switch (error.code) {
    case contractErrors.pool.LimitExceeded:
      return { kind: "wait", reason: reasons.claimLimit };
    case errors.DropNotOpen:
      return { kind: "again", reason: reasons.dropNotOpen };
    case errors.DropExpired:
      return { kind: "never", reason: reasons.dropExpired };
    case errors.DropCancelled:
      return { kind: "never", reason: reasons.dropCancelled };
    case errors.NoTrustline:
      return { kind: "never", reason: rewardReasons.noTrustline(asset) };
    case errors.NotAuthorized:
      return { kind: "never", reason: rewardReasons.notAuthorized(asset) };
    case errors.LineFull:
      return { kind: "never", reason: rewardReasons.lineFull(asset) };
    case errors.RefusedRecipient:
      return { kind: "never", reason: rewardReasons.refusedRecipient };
    case errors.PaymentFailed:
      return { kind: "never", reason: rewardReasons.transferRefused };
    default:
      return generalRefusal(error);
  }
}
