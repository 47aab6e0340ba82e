import { expect, it } from "vitest";
import { submissionStates } from "../../store/db/schema/submissions.ts";
import { fateOf, statesBefore } from "./life.ts";

const transaction = { sequence: 10n, maxLedger: 100 };

it.each([
  // The bound is exclusive: after ledger 99 comes 100, in which the transaction is not valid.
  { latestLedger: 98, channelSequence: 9n, fate: "alive", because: "ledger 99 can still take it" },
  { latestLedger: 99, channelSequence: 9n, fate: "dead", because: "the next ledger is its bound" },
  { latestLedger: 500, channelSequence: 9n, fate: "dead", because: "the bound is long past" },
  { latestLedger: 99, channelSequence: 3n, fate: "dead", because: "a gap in the sequence changes nothing" },
  { latestLedger: 50, channelSequence: 10n, fate: "consumed", because: "its sequence is used" },
  { latestLedger: 99, channelSequence: 10n, fate: "consumed", because: "used beats expired: it may have landed" },
  { latestLedger: 99, channelSequence: 11n, fate: "consumed", because: "a later sequence is used" },
  { latestLedger: 500, channelSequence: undefined, fate: "alive", because: "a missing account proves nothing" },
])("$fate at ledger $latestLedger with channel sequence $channelSequence: $because", ({ fate, ...facts }) => {
  expect(fateOf(facts, transaction)).toBe(fate);
});

it("treats a wallet's missing account as the end once the bound is reached", () => {
  const wallet = { ...transaction, isWallet: true };
  expect(fateOf({ latestLedger: 98, channelSequence: undefined }, wallet)).toBe("alive");
  expect(fateOf({ latestLedger: 99, channelSequence: undefined }, wallet)).toBe("consumed");
});

it("ends a stored transaction once, and for good", () => {
  for (const state of submissionStates) {
    expect(statesBefore(state)).toEqual(state === "stored" ? [] : ["stored"]);
  }
});
