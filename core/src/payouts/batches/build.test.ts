import { expect, it } from "vitest";
import { newWallet } from "../../testing/chain.ts";
import { payArguments } from "./build.ts";

it("orders a batch by rising number, as the contract demands, and keeps each payment's parts together", () => {
  const [a, b] = [newWallet(), newWallet()];
  const payments = [
    { number: 2 ** 32 - 1, reference: "ff".repeat(8), wallet_address: a, amount: 1n },
    { number: 256, reference: "01".repeat(8), wallet_address: b, amount: 2n },
  ];
  expect(payArguments({ operator: "G", epoch: 3, merchant: 2, campaign: 4 }, payments)).toEqual({
    ...{ operator: "G", epoch: 3n, merchant: 2n, campaign: 4n, to: [b, a], amounts: [2n, 1n] },
    numbers: Buffer.from("00000100ffffffff", "hex"),
    references: Buffer.from("01".repeat(8) + "ff".repeat(8), "hex"),
  });
});
