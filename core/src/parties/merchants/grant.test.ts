import { expect, it } from "vitest";
import { assetErrors } from "../../ledger/chain/contract-errors.ts";
import { newWallet } from "../../testing/chain.ts";
import { createWorld } from "../../testing/world.ts";
import { grantCall } from "./grant.ts";

it("names a treasury that holds too little as the reason, and tries again", async () => {
  await using world = createWorld();
  const payload = { kind: "grant", merchant_id: 1, amount: "5", reference: "ab".repeat(32) } as const;
  const treasury = { publicKey: newWallet(), sign: async () => new Uint8Array(64) };
  const { refusal } = grantCall({ context: world.context, treasury } as never, {} as never, payload);
  expect(refusal({ code: assetErrors.balance, message: "" } as never)).toEqual({
    kind: "again",
    reason: expect.stringContaining("treasury holds fewer tokens"),
  });
});
