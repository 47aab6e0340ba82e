import { expect, it } from "vitest";
import { assetErrors, contractErrors } from "../../ledger/chain/contract-errors.ts";
import type { Contracts } from "../../ledger/chain/contracts.ts";
import { governanceCalls } from "./wallet-calls.ts";

const refusal = (code: number, args: object) => governanceCalls.refusal(code, {} as Contracts, args);

it("says why the asset's contract doesn't move what is to be staked", () => {
  const stake = { amount: "5" };
  expect(refusal(assetErrors.balance, stake)).toMatch(/fewer tokens/);
  expect(refusal(assetErrors.noTrustline, stake)).toMatch(/no trustline/);
  expect(refusal(assetErrors.notAuthorized, stake)).toMatch(/frozen/);
  expect(refusal(contractErrors.governance.StillWarming, stake)).toMatch(/warm-up/);
  // Within a proposal, the error is about somebody else's tokens.
  expect(refusal(assetErrors.balance, { proposal: "ab" })).toBeUndefined();
});
