import { expect, test } from "vitest";
import { type Books, differences } from "./differences.ts";

const books = (): Books => ({
  rewards: [
    { merchant: 0, key: "a", campaign: 1, wallet: "GA", amount: 7n, fails: null },
    { merchant: 1, key: "a", campaign: 2, wallet: "GB", amount: 8n, fails: /trustline/ },
  ],
  records: [
    { merchant: 0, key: "a", campaign: 1, wallet: "GA", amount: 7n, status: "confirmed", txHash: "tx", reason: null },
    {
      merchant: 1,
      key: "a",
      campaign: 2,
      wallet: "GB",
      amount: 8n,
      status: "failed",
      txHash: null,
      reason: "no trustline",
    },
  ],
  campaigns: [
    { id: 1, spent: 7n, reserved: 0n },
    { id: 2, spent: 0n, reserved: 0n },
  ],
  payments: [{ wallet: "GA", amount: 7n, txHash: "tx" }],
});

type Change = (all: { [List in keyof Books]: Books[List][number][] }) => unknown;

/** The differences that the book finds after such a change. */
function after(change: Change, unknownHashes = false): string {
  const all = books();
  change(all as Parameters<Change>[0]);
  return differences(all, { unknownHashes }).join("; ");
}

test("books that agree have no differences", () => {
  expect(after(() => undefined)).toBe("");
});

test.each<[string, Change]>([
  ["is paid 2 times, in tx and again", ({ payments }) => payments.push({ wallet: "GA", amount: 7n, txHash: "again" })],
  ["is not paid, its record says confirmed", ({ payments }) => payments.pop()],
  ["a payment that nobody asked for", ({ payments }) => payments.push({ wallet: "GC", amount: 7n, txHash: "tx" })],
  ["is paid, and can't be", ({ payments }) => payments.push({ wallet: "GB", amount: 8n, txHash: "tx" })],
  ["has 0 records", ({ records }) => records.pop()],
  ["has 2 records", ({ records }) => records.push({ ...(records[0] as (typeof records)[0]) })],
  ["a record that nobody asked for", ({ rewards }) => rewards.pop()],
  ["is pending: null", ({ records }) => Object.assign(records[0] ?? {}, { status: "pending" })],
  [
    "a reason that isn't true: the node is away",
    ({ records }) => Object.assign(records[1] ?? {}, { reason: "the node is away" }),
  ],
  ["is confirmed, and can't be paid", ({ records }) => Object.assign(records[1] ?? {}, { status: "confirmed" })],
  ["its wallet is GC", ({ records }) => Object.assign(records[0] ?? {}, { wallet: "GC" })],
  ["names other, it was paid in tx", ({ records }) => Object.assign(records[0] ?? {}, { txHash: "other" })],
  ["names no transaction", ({ records }) => Object.assign(records[0] ?? {}, { txHash: null })],
  ["9 stroops are booked as spent, 7 were paid", ({ campaigns }) => Object.assign(campaigns[0] ?? {}, { spent: 9n })],
  ["8 stroops are still reserved", ({ campaigns }) => Object.assign(campaigns[1] ?? {}, { reserved: 8n })],
])("finds that one %s", (words, change) => {
  expect(after(change)).toContain(words);
});

test("only a transaction may be unknown, and only if this is allowed", () => {
  expect(after(({ records }) => Object.assign(records[0] ?? {}, { txHash: null }), true)).toBe("");
  expect(after(({ records }) => Object.assign(records[0] ?? {}, { txHash: "other" }), true)).toContain("names other");
});
