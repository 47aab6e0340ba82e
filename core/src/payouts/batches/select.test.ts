import type { Transaction } from "@stellar/stellar-sdk";
import { beforeEach, expect, it } from "vitest";
import { formatAmount } from "../../base/money.ts";
import { CallRefused, FeeTooHigh, RpcUnavailable } from "../../ledger/chain/errors.ts";
import type { PaymentResult } from "../../ledger/chain/rewards.ts";
import type { Simulation } from "../../ledger/chain/transaction.ts";
import { newWallet } from "../../testing/chain.ts";
import { rewardEvent } from "../../testing/ledger.ts";
import * as reasons from "../rewards/reasons.ts";
import type { Payment } from "./payment.ts";
import { type SelectSource, select } from "./select.ts";

const asset = { code: "MERIT", issuer: newWallet(), contract_id: "" };
const soon = new Date("2026-06-01T00:00:00Z");
/** No reward above it is ever paid, stroops. */
const LIMIT = 1000n;

/** Answers of the simulations, in this order, and the payments that each was asked about. */
let answers: (PaymentResult[] | Error)[];
let asked: number[][];
/** Stroops. */
let room: bigint;
beforeEach(() => {
  answers = [];
  asked = [];
  room = LIMIT;
});

const source: SelectSource<Payment> = {
  contracts: { campaign: { parseEvent: (event: unknown) => event } } as unknown as SelectSource<Payment>["contracts"],
  asset,
  limits: {
    room: async () => room,
    limit: async () => LIMIT,
    roomAt: async (amount) => (amount > LIMIT ? null : soon),
  },
  async simulate(payments) {
    asked.push(payments.map(({ number }) => number));
    const answer = answers.shift();
    if (!Array.isArray(answer)) throw answer ?? new Error("one simulation more than the test expects");
    return { transaction: {} as Transaction, events: [rewardEvent(1, payments, answer)] } as unknown as Simulation;
  },
};

const wallet = newWallet();
const payment = (number: number, change: Partial<Payment> = {}): Payment => ({
  ...{ number, reference: "ab".repeat(8), wallet_address: newWallet(), amount: 10n },
  ...change,
});
const verdicts = (decided: { payment: Payment; verdict: object }[]) =>
  decided.map(({ payment: { number }, verdict }) => [number, verdict]);

it("leaves out what would not be paid, and is ready when a simulation pays all that is left", async () => {
  const [a, b, c] = [payment(1), payment(2), payment(3)];
  answers = [["PAID", "NO_TRUSTLINE", "PAID"], ["PAID", "REFUSED"], ["PAID"]];
  const { selection, decided } = await select(source, [a, b, c]);
  expect(selection).toMatchObject({ kind: "ready", payments: [a] });
  expect(asked).toEqual([[1, 2, 3], [1, 3], [1]]);
  expect(verdicts(decided)).toEqual([
    [2, { kind: "again", reason: reasons.noTrustline(asset) }],
    [3, { kind: "never", reason: reasons.refusedRecipient }],
  ]);
});

it("is left with nothing if nobody would be paid", async () => {
  answers = [["LINE_FULL"]];
  const { selection, decided } = await select(source, [payment(1)]);
  expect(selection).toEqual({ kind: "none" });
  expect(verdicts(decided)).toEqual([[1, { kind: "again", reason: reasons.lineFull(asset) }]]);
});

it("a wallet's cap is not final while another payment to the wallet is left out: without that one there may be room", async () => {
  const same = { wallet_address: wallet };
  const payments = [payment(1, same), payment(2, same), payment(3, same), payment(4)];
  answers = [
    ["PAID", "LINE_FULL", "WALLET_CAP", "PAID"],
    ["PAID", "PAID", "PAID"],
  ];
  const { selection, decided } = await select(source, payments);
  expect(selection).toMatchObject({ kind: "ready", payments: [{ number: 1 }, { number: 3 }, { number: 4 }] });
  expect(decided.map(({ payment }) => payment.number)).toEqual([2]);
});

it("a wallet's cap is final when it still binds without the others, whatever another wallet's payments do", async () => {
  const same = { wallet_address: wallet };
  answers = [["PAID", "WALLET_CAP", "NO_TRUSTLINE"], ["PAID"]];
  const { decided } = await select(source, [payment(1, same), payment(2, same), payment(3)]);
  expect(verdicts(decided)).toContainEqual([2, { kind: "never", reason: reasons.walletCap }]);
});

it.each(["ALREADY_SAME", "NUMBER_TAKEN"] as const)(
  "%s: decides nothing before the records are complete",
  async (was) => {
    answers = [["NO_TRUSTLINE", was, "PAID"]];
    const payments = [payment(1), payment(2), payment(3)];
    expect(await select(source, payments)).toEqual({ selection: { kind: "records", payments }, decided: [] });
  },
);

it("pays, in order, what the limits have room for, to the last stroop; the others wait until there is room", async () => {
  room = 30n;
  const payments = [payment(1, { amount: 20n }), payment(2, { amount: 11n }), payment(3, { amount: 10n })];
  answers = [new CallRefused("", 13_040), ["PAID", "PAID"]];
  const { selection, decided } = await select(source, payments);
  expect(selection).toMatchObject({ kind: "ready", payments: [{ number: 1 }, { number: 3 }] });
  expect(verdicts(decided)).toEqual([
    [2, { kind: "wait", until: soon, reason: reasons.limitReached(soon, formatAmount(LIMIT), "0.000001") }],
  ]);
});

it("an amount above the limit itself waits for an operator", async () => {
  answers = [new CallRefused("", 13_040)];
  const { selection, decided } = await select(source, [payment(1, { amount: LIMIT + 1n })]);
  expect(selection).toEqual({ kind: "none" });
  expect(decided).toMatchObject([
    {
      verdict: {
        kind: "wait",
        reason: expect.stringMatching(/^The amount, [\d.]+, is above .* limit of [\d.]+;/),
        system: { cause: "limit" },
      },
    },
  ]);
});

it.each([
  { refused: new CallRefused("", 15_000), kind: "system" },
  { refused: new CallRefused("", 15_018), kind: "records" },
  { refused: new CallRefused("", 14_021), kind: "window" },
  { refused: new CallRefused("", 14_022), kind: "split" },
  { refused: new CallRefused("HostError: Error(Budget, ExceededLimit)", undefined), kind: "split" },
  { refused: new FeeTooHigh(2n, 1n), kind: "split" },
])("a call that is refused as a whole decides nothing of a payment: $refused.message is `$kind`", async (each) => {
  answers = [each.refused];
  const payments = [payment(1), payment(2)];
  const { selection, decided } = await select(source, payments);
  expect(selection).toMatchObject({ kind: each.kind, payments });
  expect(decided).toEqual([]);
});

it("a campaign that pays nothing any more ends all of them", async () => {
  answers = [new CallRefused("", 14_020)];
  const { selection, decided } = await select(source, [payment(1), payment(2)]);
  expect(selection).toEqual({ kind: "none" });
  expect(decided.map(({ verdict }) => verdict.kind)).toEqual(["never", "never"]);
});

it("keeps what was decided when the rest is refused as a whole", async () => {
  answers = [["NO_TRUSTLINE", "PAID"], new CallRefused("", 15_001)];
  const { selection, decided } = await select(source, [payment(1), payment(2)]);
  expect(selection).toMatchObject({ kind: "system", payments: [{ number: 2 }] });
  expect(decided).toMatchObject([{ payment: { number: 1 }, verdict: { kind: "again" } }]);
});

it("ends, with no fault of a payment, when the simulations never settle", async () => {
  const payments = Array.from({ length: 10 }, (_, index) => payment(index + 1));
  // Each simulation finds another one that would not be paid.
  answers = payments.map((_, done) => payments.slice(done).map((_, at) => (at === 0 ? "LINE_FULL" : "PAID")));
  const { selection } = await select(source, payments);
  expect(selection).toMatchObject({
    kind: "split",
    refusal: { reason: expect.stringContaining("each simulation gave another") },
  });
  expect(asked.length).toBeLessThan(payments.length);
});

it("leaves everything undecided while the node is away", async () => {
  answers = [["PAID", "LINE_FULL"], new RpcUnavailable("simulateTransaction", new Error("refused"))];
  await expect(select(source, [payment(1), payment(2)])).rejects.toThrow(RpcUnavailable);
});
