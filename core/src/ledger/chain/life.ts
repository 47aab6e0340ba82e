import type { SubmissionState } from "../../store/db/schema/submissions.ts";

// The life of a stored transaction, payouts and all others:
//
//   stored ─┬─> confirmed  it landed and did what it says
//           ├─> failed     it landed and changed nothing; its fee and its sequence are used
//           ├─> consumed   its sequence is used and the node has no record of it: the contracts' state shows what it did
//           ├─> dead       it can never land
//           └─> void       a payout of an older epoch: it has not paid, and the contract refuses it wherever it lands
//
// Only a stored transaction is sent, the same envelope each time. Nothing replaces it before it has left this state, and
// once it has left it, it never changes again.

const next: Record<SubmissionState, readonly SubmissionState[]> = {
  stored: ["confirmed", "failed", "consumed", "dead", "void"],
  confirmed: [],
  failed: [],
  consumed: [],
  dead: [],
  void: [],
};

/** The states from which a transaction may come to `state`. */
export const statesBefore = (state: SubmissionState): SubmissionState[] =>
  (Object.keys(next) as SubmissionState[]).filter((from) => next[from].includes(state));

export interface ChannelFacts {
  /** Ledger that the answer belongs to. */
  latestLedger: number;
  /** Last used sequence of the channel; undefined when the account was not in the answer. */
  channelSequence: bigint | undefined;
}

export interface InnerTransaction {
  sequence: bigint;
  /** Exclusive: the transaction is valid in ledgers below it. */
  maxLedger: number;
  /** True if the channel is a wallet, which its owner can merge away; the service's own channels stay. */
  isWallet?: boolean;
}

/** `alive`: it may still land. The others as above, where the node has no record of the transaction. */
export type Fate = "alive" | "dead" | "consumed";

/**
 * Tells if an inner transaction can still land, from ONE getLedgerEntries answer: both facts then belong to the same
 * ledger, and neither history nor a clock is needed. A missing account proves nothing, unless it is a wallet's and the bound is
 * reached: nobody may keep a delivery open for ever by merging a wallet away while its transaction is on its way.
 */
export function fateOf(facts: ChannelFacts, transaction: InnerTransaction): Fate {
  const isOver = facts.latestLedger + 1 >= transaction.maxLedger;
  // An account that is created again begins with a sequence beyond all earlier ones: older signatures are never valid again.
  if (facts.channelSequence === undefined) return isOver && transaction.isWallet ? "consumed" : "alive";
  if (facts.channelSequence >= transaction.sequence) return "consumed";
  return isOver ? "dead" : "alive";
}
