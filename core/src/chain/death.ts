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
  /** Whether the channel is a wallet, which its owner can merge away; the service's own channels stay. */
  isWallet?: boolean;
}

/**
 * - `alive`: it may still land
 * - `dead`: it can never land
 * - `consumed`: its sequence is used, by it or by another transaction of the same channel; the contract knows which
 */
export type Verdict = "alive" | "dead" | "consumed";

/**
 * Whether an inner transaction can still land, from ONE getLedgerEntries answer: both facts then belong to the same
 * ledger, and neither history nor a clock is needed. A missing account proves nothing, unless it is a wallet's and the bound is
 * reached: nobody may keep a delivery open for ever by merging a wallet away while its transaction is on its way.
 */
export function judge(facts: ChannelFacts, transaction: InnerTransaction): Verdict {
  const isOver = facts.latestLedger + 1 >= transaction.maxLedger;
  // An account that comes back begins with a sequence beyond all that it had: what was signed before is never valid again.
  if (facts.channelSequence === undefined) return isOver && transaction.isWallet ? "consumed" : "alive";
  if (facts.channelSequence >= transaction.sequence) return "consumed";
  return isOver ? "dead" : "alive";
}
