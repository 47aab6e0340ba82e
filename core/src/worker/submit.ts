import type { Transaction } from "@stellar/stellar-sdk";
import type { Channel } from "../chain/channels.ts";
import type { Signer } from "../chain/keys.ts";
import type { Outcome } from "../chain/outcome.ts";
import type { Envelope } from "../chain/sender.ts";
import type { NewSubmission } from "../chain/submissions.ts";
import * as submissions from "../chain/submissions.ts";
import type { Slot } from "../chain/transaction.ts";
import type { Store } from "../db/store.ts";
import type { Crew } from "./crew.ts";

export interface Submit extends Pick<NewSubmission, "kind" | "campaignId" | "merchantId" | "jobKey"> {
  slot: Slot;
  /** Simulated, not signed. */
  transaction: Transaction;
  /** Source of the operation. */
  source: Signer;
  /** Ties records to the submission, in the commit that stores it. */
  link?(store: Store, submissionId: number): Promise<void>;
}

/** Signs a transaction, stores it, and only then sends it; answers when it landed or is proven dead. */
export async function submit(crew: Crew, request: Submit): Promise<{ submissionId: number; outcome: Outcome }> {
  const { context, sender } = crew;
  const envelope = await sender.seal(request.slot, request.transaction, [request.source]);
  const bump = await sender.bump(request.transaction);
  const submissionId = await context.db.commit(async (store) => {
    const id = await submissions.insert(store, { ...request, envelope, bump, now: context.clock.now() });
    await request.link?.(store, id);
    return id;
  });
  crew.fault("after-stored");
  const outcome = await deliver(crew, submissionId, envelope, bump);
  return { submissionId, outcome };
}

/** Sends a stored transaction until there is proof of what became of it; `unknown` only when the worker stops. */
export async function deliver(
  crew: Crew,
  submissionId: number,
  envelope: Envelope,
  first?: Parameters<Crew["sender"]["deliver"]>[0]["first"],
): Promise<Outcome> {
  const outcome = await crew.sender.deliver({
    envelope,
    first,
    recordHash: (bump) =>
      bump === first
        ? Promise.resolve()
        : crew.context.db.commit((store) => submissions.addHash(store, submissionId, bump)),
    onSent: () => crew.fault("after-sent"),
    signal: crew.signal,
  });
  if (outcome.kind === "confirmed") crew.fault("after-closed");
  return outcome;
}

/** What a delivery proves about its channel's sequence. */
export function noteSequence(channel: Channel, slot: Pick<Slot, "sequence">, outcome: Outcome): void {
  const used = outcome.kind === "confirmed" || outcome.kind === "failed" || outcome.kind === "consumed";
  if (used && slot.sequence > channel.used) channel.used = slot.sequence;
}
