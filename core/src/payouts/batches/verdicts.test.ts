import { expect, it } from "vitest";
import { type PaymentResult, paymentResults } from "../../ledger/chain/rewards.ts";
import { newWallet } from "../../testing/chain.ts";
import { type Verdict, verdictOf } from "./verdicts.ts";

const asset = { code: "MERIT", issuer: newWallet(), contract_id: "" };

it.each(paymentResults.map((result) => [result]))("%s has a verdict that fits", (result) => {
  const expected: Record<PaymentResult, Verdict["kind"] | undefined> = {
    PAID: "paid",
    // The records lack a payment: nothing is decided before they are complete.
    ALREADY_SAME: undefined,
    NUMBER_TAKEN: undefined,
    NO_TRUSTLINE: "again",
    NOT_AUTHORIZED: "again",
    LINE_FULL: "again",
    OTHER: "again",
    WALLET_CAP: "never",
    REFUSED: "never",
  };
  expect(verdictOf(result, asset, "ab")?.kind).toBe(expected[result]);
});

it("names the transaction that paid", () => {
  expect(verdictOf("PAID", asset, "ab")).toEqual({ kind: "paid", txHash: "ab" });
  expect(verdictOf("PAID", asset, null)).toEqual({ kind: "paid", txHash: null });
});

it("says which trustline is missing and who adds it", () => {
  const reason = expect.stringContaining(`MERIT:${asset.issuer}; ask its owner to add one`);
  expect(verdictOf("NO_TRUSTLINE", asset, null)).toMatchObject({ reason });
});
