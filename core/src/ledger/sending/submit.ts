import type { Transaction } from "@stellar/stellar-sdk";
import type { Store } from "../../store/db/store.ts";
import type { Channel } from "../chain/channels.ts";
import type { Signer } from "../chain/keys.ts";
import type { Outcome } from "../chain/outcome.ts";
import type { Envelope, FeeBump } from "../chain/sender.ts";
import type { NewSubmission } from "../chain/submissions.ts";
import * as submissions from "../chain/submissions.ts";
import type { Slot } from "../chain/transaction.ts";
import type { Sending } from "./sending.ts";

export interface Submit extends Pick<NewSubmission, "kind" | "campaignId" | "merchantId" | "jobKey"> {
  slot: Slot;
  /** Simulated, not signed. */
  transaction: Transaction;
  /** Source of the operation. */
  source: Signer;
  /** Ties records to the submission, in the commit that stores it. */
  link?(store: Store, submissionId: number, bump: FeeBump): Promise<void>;
}

const feeAccountEmpty = (address: string) =>
  `the fee account can't pay the network's fees: send XLM to it (${address})`;
const feesAboveCap =
  "the network asks for higher fees than the service bids: wait until it is less busy, or raise WORKER_MAX_FEE_STROOPS";

/**
 * Signs a transaction, stores it, and only then sends it; resolves when it has landed or is proven dead.
 * @throws DatabaseTurnedBack, and then nothing was sent
 */
export async function submit(sending: Sending, request: Submit): Promise<{ submissionId: number; outcome: Outcome }> {
  const { context, sender, newest } = sending;
  const envelope = await sender.seal(request.slot, request.transaction, [request.source]);
  const bump = await sender.bump(request.transaction);
  const submissionId = await context.db.commit(async (store) => {
    const id = await submissions.insert(store, { ...request, envelope, bump, now: context.clock.now() });
    if (id <= newest.submission)
      throw new submissions.DatabaseTurnedBack(`transaction ${newest.submission} is missing`);
    await request.link?.(store, id, bump);
    return id;
  });
  newest.submission = Math.max(newest.submission, submissionId);
  const step = request.kind === "epoch" ? "epoch" : "after";
  sending.fault(`${step}-stored`);
  const outcome = await deliver(sending, submissionId, envelope, { first: bump, step });
  return { submissionId, outcome };
}

/** Sends a stored transaction until its outcome is proven; `unknown` only if the worker stops. */
export async function deliver(
  { context, sender, pressure, fault, signal }: Sending,
  submissionId: number,
  envelope: Envelope,
  { first, step = "after" }: { first?: FeeBump; step?: "epoch" | "after" } = {},
): Promise<Outcome> {
  const outcome = await sender.deliver({
    envelope,
    first,
    async recordHash(bump) {
      context.metrics.inclusionBid.set(Number(bump.bid));
      if (bump !== first) await context.db.commit((store) => submissions.addHash(store, submissionId, bump));
    },
    onSent: () => fault(`${step}-sent`),
    onRefused(code, { isHighest }) {
      pressure.refused(code);
      context.metrics.transactionRefused(code);
      if (code === "txInsufficientBalance") {
        context.blocks.raise("fee_account", feeAccountEmpty(context.chain.manifest.accounts.fee));
      }
      if (code === "txInsufficientFee" && isHighest) context.blocks.raise("fee", feesAboveCap);
    },
    signal,
  });
  if (outcome.kind === "confirmed") fault(`${step}-closed`);
  return outcome;
}

/** Notes what a delivery proves about its channel's sequence. */
export function noteSequence(channel: Channel, slot: Pick<Slot, "sequence">, outcome: Outcome): void {
  const used = outcome.kind === "confirmed" || outcome.kind === "failed";
  if (used && slot.sequence > channel.used) channel.used = slot.sequence;
  // Used by this transaction or by an earlier one: the ledger is asked again.
  if (outcome.kind === "consumed") channel.used = 0n;
}
