import { CampaignError } from "@merit/bindings/campaign";
import { DistributionError } from "@merit/bindings/distribution";
import { PoolError } from "@merit/bindings/pool";
import { expect, it } from "vitest";
import { contractErrorCode } from "../chain/errors.ts";
import { payoutErrors, refusalOf } from "./payout-refusals.ts";

const declared: Record<number, { message: string }> = { ...PoolError, ...CampaignError, ...DistributionError };

it.each([
  ["poolPaused", "Paused"],
  ["reserveShort", "ReserveShort"],
  ["poolFrozen", "PoolFrozen"],
  ["poolShort", "PoolShort"],
  ["limitExceeded", "LimitExceeded"],
  ["campaignPaused", "Paused"],
  ["campaignNotActive", "NotActive"],
  ["outsideWindow", "OutsideWindow"],
  ["budgetExceeded", "BudgetExceeded"],
  ["distributionPaused", "Paused"],
] as const)("%s is the contract's own %s", (name, message) => {
  expect(declared[payoutErrors[name]]?.message).toBe(message);
});

it("finds the contract's code in a host error", () => {
  const text = "HostError: Error(Contract, #13040)\n\nEvent log (newest first):\n 0: Error(Contract, #1)";
  expect(contractErrorCode(text)).toBe(13_040);
  expect(contractErrorCode("HostError: Error(Budget, ExceededLimit)")).toBeUndefined();
});

it("waits for limits and pauses, gives up on a closed campaign, and halves what it can't explain", () => {
  const kindOf = (code: number | undefined) => refusalOf({ code, message: "x" }).kind;
  expect(kindOf(13_040)).toBe("limit");
  expect(kindOf(15_001)).toBe("pause");
  expect(kindOf(14_020)).toBe("never");
  expect(kindOf(14_022)).toBe("split");
  expect(kindOf(undefined)).toBe("split");
  expect(kindOf(99)).toBe("split");
});
