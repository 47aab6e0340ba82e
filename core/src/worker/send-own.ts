import type { Transaction } from "@stellar/stellar-sdk";
import type { Parts } from "../context/parts.ts";
import type { Signer } from "../ledger/chain/keys.ts";
import type { Outcome } from "../ledger/chain/outcome.ts";
import * as submissions from "../ledger/chain/submissions.ts";
import type { Slot } from "../ledger/chain/transaction.ts";
import { noteSequence, submit } from "../ledger/sending/submit.ts";
import { untilDone } from "../ledger/sending/until-done.ts";

/**
 * Sends a transaction of the service's upkeep in a channel, and records its end.
 * @param draft makes it in the channel's next slot, with the signer of its operations
 */
export async function sendOwn(
  parts: Parts,
  draft: (slot: Slot, channel: Signer) => Promise<{ transaction: Transaction; source: Signer }>,
): Promise<Outcome> {
  const { context, channels, sender } = parts;
  const channel = await channels.acquire();
  let isOpen = false;
  try {
    const slot = await sender.slot(channel);
    const request = { kind: "upkeep", slot, ...(await draft(slot, channel.signer)) } as const;
    const { submissionId, outcome } = await submit(parts, request);
    noteSequence(channel, slot, outcome);
    // An open transaction keeps its channel, and is resumed at the next start.
    isOpen = true;
    if (outcome.kind === "unknown") return outcome;
    const closing = "txHash" in outcome ? submissions.closingOf(outcome) : { state: outcome.kind };
    const close = async () => {
      await context.db.commit((store) =>
        submissions.close(store, submissionId, { ...closing, now: context.clock.now() }),
      );
      return true;
    };
    isOpen = !(await untilDone(parts, close));
    return outcome;
  } finally {
    if (!isOpen) channels.release(channel);
  }
}
