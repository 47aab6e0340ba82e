import { expect, it } from "vitest";
import { judge } from "./death.ts";

const transaction = { sequence: 10n, maxLedger: 100 };

it.each([
  // The bound is exclusive: after ledger 99 comes 100, in which the transaction is not valid.
  { latestLedger: 98, channelSequence: 9n, verdict: "alive", because: "ledger 99 can still take it" },
  { latestLedger: 99, channelSequence: 9n, verdict: "dead", because: "the next ledger is its bound" },
  { latestLedger: 500, channelSequence: 9n, verdict: "dead", because: "the bound is long past" },
  { latestLedger: 99, channelSequence: 3n, verdict: "dead", because: "a gap in the sequence changes nothing" },
  { latestLedger: 50, channelSequence: 10n, verdict: "consumed", because: "its sequence is used" },
  { latestLedger: 99, channelSequence: 10n, verdict: "consumed", because: "used beats expired: it may have landed" },
  { latestLedger: 99, channelSequence: 11n, verdict: "consumed", because: "a later sequence is used" },
  { latestLedger: 500, channelSequence: undefined, verdict: "alive", because: "a missing account proves nothing" },
])("$verdict at ledger $latestLedger with channel sequence $channelSequence: $because", ({ verdict, ...facts }) => {
  expect(judge(facts, transaction)).toBe(verdict);
});

it("takes a wallet's missing account for an end once the bound is reached", () => {
  const wallet = { ...transaction, isWallet: true };
  expect(judge({ latestLedger: 98, channelSequence: undefined }, wallet)).toBe("alive");
  expect(judge({ latestLedger: 99, channelSequence: undefined }, wallet)).toBe("consumed");
});
