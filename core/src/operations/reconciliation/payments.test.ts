import { expect, it } from "vitest";
import { FIRST_NUMBER } from "../../ledger/chain/batches.ts";
import { compareEvent } from "./events.ts";
import { compareMarks, compareRewards, compareTransactions } from "./payments.ts";
import type { CampaignRecord, RewardRecord } from "./records.ts";

const campaign = { id: 5, contract_campaign_id: 2 } as CampaignRecord;
const period = (count: number) => count * FIRST_NUMBER;
const reference = "0123456789abcdef";
const paid: RewardRecord = {
  ...{ id: 1, number: period(1) + 7, reference, status: "confirmed", wallet_address: "GA", amount: 70n },
  ...{ tx_hash: "aa", isUnderWay: false },
};
const kindsOf = (found: { kind: string }[]) => found.map(({ kind }) => kind);
const by = (...rewards: RewardRecord[]) => new Map(rewards.map((reward) => [reward.number, reward]));

it("reports a paid reward without a mark, as long as the ledger keeps marks", () => {
  const compare = (reward: RewardRecord, first: number, marks = new Map<number, string>()) =>
    kindsOf(compareRewards(campaign, [reward], { marks, first }));
  expect(compare(paid, period(1))).toEqual(["mark_missing"]);
  expect(compare(paid, period(4))).toEqual(["mark_missing"]);
  expect(compare(paid, period(5))).toEqual([]);
  expect(compare({ ...paid, number: 7 }, period(1))).toEqual([]);
  expect(compare({ ...paid, status: "pending" }, period(1))).toEqual([]);
  expect(compare(paid, period(1), new Map([[paid.number, reference]]))).toEqual([]);
});

it("finds marks that no record explains", () => {
  const compare = (...rewards: RewardRecord[]) =>
    kindsOf(compareMarks(campaign, new Map([[paid.number, reference]]), by(...rewards)));
  expect(compare(paid)).toEqual([]);
  expect(compare({ ...paid, status: "pending", isUnderWay: true })).toEqual([]);
  expect(compare()).toEqual(["mark_unrecorded"]);
  expect(compare({ ...paid, status: "pending" })).toEqual(["mark_unrecorded"]);
  expect(compare({ ...paid, status: "failed" })).toEqual(["mark_unrecorded"]);
  expect(compare({ ...paid, reference: "f".repeat(16) })).toEqual(["mark_unrecorded"]);
});

it("reports a payment without an event in a ledger that was indexed", () => {
  const compare = (
    shown: string[],
    landed: number | undefined,
    gaps = [] as { from_ledger: number; to_ledger: number }[],
  ) => {
    const ledgers = new Map(landed === undefined ? [] : [["aa", landed]]);
    const asOf = { ledger: 100, gaps };
    return kindsOf(compareTransactions(campaign, [paid], { shown: new Set(shown), ledgers, asOf }));
  };
  expect(compare([`aa:${paid.number}`], 100)).toEqual([]);
  expect(compare([`aa:${paid.number + 1}`], 100)).toEqual(["event_missing"]);
  expect(compare([], undefined)).toEqual(["event_missing"]);
  // Not indexed yet, or never.
  expect(compare([], 101)).toEqual([]);
  expect(compare([], 50, [{ from_ledger: 40, to_ledger: 50 }])).toEqual([]);
  expect(compare([], 51, [{ from_ledger: 40, to_ledger: 50 }])).toEqual(["event_missing"]);
});

it("compares an event with its transfers and with the records of its payments", () => {
  const payments = [
    { number: paid.number, reference, result: "PAID" },
    { number: paid.number + 1, reference: "f".repeat(16), result: "NO_TRUSTLINE" },
  ];
  const event = { id: "e", tx_hash: "aa", data: { campaign: "2", paid: "70", payments } };
  const transfer = { wallet_address: "GA", amount: 70n };
  const compare = (transfers: (typeof transfer)[], ...rewards: RewardRecord[]) =>
    kindsOf(compareEvent(campaign, event, transfers, by(...rewards)));
  expect(compare([transfer], paid)).toEqual([]);
  expect(compare([transfer], { ...paid, status: "pending", isUnderWay: true, tx_hash: null })).toEqual([]);
  expect(compare([transfer])).toEqual(["event_unrecorded"]);
  for (const change of [{ amount: 71n }, { wallet_address: "GB" }, { tx_hash: "bb" }]) {
    expect(compare([transfer], { ...paid, ...change })).toEqual(["event_differs"]);
  }
  expect(compare([], paid)).toEqual(["event_sum"]);
  expect(compare([{ ...transfer, amount: 71n }], paid)).toEqual(["event_sum"]);
});
