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
}

/**
 * - `alive`: it may still land
 * - `dead`: it can never land
 * - `consumed`: its sequence is used, by it or by another transaction of the same channel; the contract knows which
 */
export type Verdict = "alive" | "dead" | "consumed";

/**
 * Whether an inner transaction can still land, from ONE getLedgerEntries answer: both facts then belong to the same
 * ledger, and neither history nor a clock is needed. A missing account proves nothing.
 */
export function judge(facts: ChannelFacts, transaction: InnerTransaction): Verdict {
  if (facts.channelSequence === undefined) return "alive";
  if (facts.channelSequence >= transaction.sequence) return "consumed";
  return facts.latestLedger + 1 >= transaction.maxLedger ? "dead" : "alive";
}
