import { expect, it } from "vitest";
import { contractErrors } from "../../ledger/chain/contract-errors.ts";
import { CallRefused, FeeTooHigh } from "../../ledger/chain/errors.ts";
import { refusalOf, unknownRefusal } from "./refusals.ts";

const path = ["admin", "state", "token", "pool", "campaign", "distribution"] as const;
const declared = path.flatMap((contract) =>
  Object.entries<number>(contractErrors[contract]).map(([name, code]) => ({ code, name })),
);

/** Errors that concern a reward, by its campaign or its merchant's limit. Every other one is the system's. */
const ofTheReward: Record<string, string> = {
  "13021 ReserveNotFound": "never",
  "13022 ReserveClosed": "never",
  "13023 ReserveShort": "split",
  "13040 LimitExceeded": "limit",
  "14010 NotFound": "never",
  "14020 NotActive": "never",
  "14021 OutsideWindow": "window",
  "14022 BudgetExceeded": "split",
};

/** Errors about payments or epochs that the database has to learn of before anything is paid. */
const ofTheRecords = ["15015 NumberExpired", "15017 WrongEpoch", "15018 WrongPaid", "15019 WrongFingerprint"];

/** Causes that the operator sees for the system's refusals that have one of their own. */
const causes: Record<string, string> = {
  ...{ "10001 Paused": "stopped", "11001 Paused": "stopped", "13001 Paused": "stopped" },
  ...{ "14001 Paused": "stopped", "15001 Paused": "stopped" },
  ...{ "15000 Unauthorized": "role", "15016 NumberAhead": "limit", "15023 WrongMerchant": "records" },
  ...{ "13011 BalanceOverflow": "pool", "13032 PoolFrozen": "pool", "13033 PoolShort": "pool" },
};

it.each(declared)("$code $name is the system's or the reward's", ({ code, name }) => {
  const error = `${code} ${name}`;
  const refusal = refusalOf(new CallRefused("", code));
  expect(refusal.kind).toBe(ofTheReward[error] ?? (ofTheRecords.includes(error) ? "records" : "system"));
  if (refusal.kind === "system") expect(refusal.cause).toBe(causes[error] ?? "contracts");
});

it("the lists of this test name errors that exist", () => {
  const names = declared.map(({ code, name }) => `${code} ${name}`);
  expect(names).toEqual(expect.arrayContaining([...Object.keys({ ...ofTheReward, ...causes }), ...ofTheRecords]));
});

it("an amount that doesn't fit into the campaign costs one reward an attempt, and doesn't block others", () => {
  for (const code of [13_023, 14_022]) {
    expect(refusalOf(new CallRefused("", code))).toMatchObject({ kind: "split", alone: "campaign" });
  }
});

it("an error from outside the system's contracts is searched in halves: one recipient may cause it", () => {
  for (const code of [undefined, 1, 9, 99_999]) {
    expect(refusalOf(new CallRefused("HostError: Error(Budget, ExceededLimit)", code))).toEqual({
      kind: "split",
      reason: expect.stringMatching(/\w/),
    });
  }
  expect(unknownRefusal("HostError")).toMatchObject({ kind: "system", cause: "contracts" });
});

it("a call that is too expensive is halved; a single payment waits for the operator", () => {
  expect(refusalOf(new FeeTooHigh(2n, 1n))).toMatchObject({
    kind: "split",
    alone: { kind: "system", cause: "fee", detail: expect.stringContaining("MAX_RESOURCE_FEE_XLM") },
  });
});
