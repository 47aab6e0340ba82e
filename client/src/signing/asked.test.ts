import { askedOf, envelopeBody } from "@merit/api/routes/wallets/schema.ts";
import { bytes, callIn, contracts } from "@merit/cli/testing/envelopes.ts";
import { vestingCalls } from "@merit/core/agreements/vesting/wallet-calls.ts";
import { type WalletCall as CoreCall, walletCallsOf } from "@merit/core/contracts.ts";
import { Keypair, scValToNative, type xdr } from "@stellar/stellar-sdk";
import { describe, expect, it } from "vitest";
import { type AskedCall, askedCall, askedGrants, askedStep, isExpected, type WalletCall } from "./asked.ts";

const [wallet_address, other, third] = Array.from({ length: 3 }, () => Keypair.random().publicKey()) as [
  ...[string, string, string],
];
const [escrow, schedule, evidence, agreement, reference] = ["ab", "7d", "cd", "ef", "12"].map((byte) =>
  byte.repeat(32),
) as [string, string, string, string, string];

const parts = [
  { amount: "10", deadline: "2027-01-31T00:00:00.900Z" },
  { amount: "2.5", deadline: "2027-02-28T00:00:00.000Z" },
];
const terms = { beneficiary: other, arbiter: third, parts, agreement, dispute_window: 86_400 };

const bodies: { [Call in WalletCall["call"]]: Omit<Extract<WalletCall, { call: Call }>, "call" | "wallet_address"> } = {
  "escrow.create": { ...terms, reference, undecided_share: 2500, max_fee: 100 },
  "escrow.accept": { escrow },
  "escrow.release": { escrow, milestone: 0 },
  "escrow.cancel": { escrow },
  "escrow.dispute": { escrow, milestone: 1, evidence },
  "escrow.submit_evidence": { escrow, milestone: 1, evidence },
  "escrow.resolve": { escrow, milestone: 1, share: 7500 },
  "escrow.expire": { escrow, milestone: 1 },
  "escrow.withdraw": {},
  "governance.stake": { amount: "2.5" },
  "governance.activate": {},
  "governance.unstake": { amount: "2.5" },
  "governance.withdraw": {},
  "governance.vote": { proposal: escrow, support: "for" },
  "governance.delegate": { delegate: other },
  "governance.vote_for": { proposal: escrow, support: "abstain", delegators: [other, third] },
  "governance.queue": { proposal: escrow },
  "governance.execute": { proposal: escrow },
  "governance.cancel": { proposal: escrow },
  "pool.withdraw": { merchant: 1, to: other, amount: "2.5" },
  "pool.set_owner": { merchant: 1, owner: other },
  "pool.apply_owner": { merchant: 1 },
  "redemption.redeem": { item: 7, quantity: 2, max_price: "2.5", fulfil_within: 3600, cancel_within: 60, reference },
  "redemption.cancel": { reference },
  "redemption.expire": { redeemed_by: other, reference },
  "redemption.withdraw": {},
  "referral.enrol": {},
  "referral.bind": { referrer: other },
  "referral.claim": { merchant: 1, newcomer: other },
  "referral.fund": { merchant: 1, amount: "20" },
  "referral.leave": { merchant: 1 },
  "referral.settle": { merchant: 1 },
  "referral.expire": { merchant: 1, newcomer: other },
  "referral.withdraw": {},
  "vesting.claim": { schedule },
  "vesting.revoke": { schedule },
  "vesting.begin_transfer": { schedule, to: other },
  "vesting.cancel_transfer": { schedule },
  "vesting.accept_transfer": { schedule },
};

/** The arguments of the call that the service builds for a body. */
async function builtFor(body: WalletCall): Promise<unknown[]> {
  const { call, args } = askedOf(envelopeBody.parse(body), null) as CoreCall;
  return argumentsOf(await walletCallsOf(call).rules[call]?.operation(contracts, wallet_address, args));
}

const argumentsOf = (operation: xdr.Operation | undefined): unknown[] =>
  operation ? callIn(operation).args.map(scValToNative) : [];

/** The value with each one of its parts changed in turn. */
function changesOf(value: unknown): unknown[] {
  if (typeof value === "number") return [value + 1];
  if (typeof value === "bigint") return [value + 1n];
  if (value instanceof Uint8Array) return [value.map((byte) => byte ^ 1), value.subarray(1)];
  if (Array.isArray(value)) {
    const changed = value.flatMap((each, at) => changesOf(each).map((change) => value.with(at, change)));
    return [...changed, value.slice(1), [...value, value[0]]];
  }
  if (typeof value !== "object" || value === null) return [Keypair.random().publicKey(), undefined];
  const fields = Object.entries(value);
  const changed = fields.flatMap(([name, each]) => changesOf(each).map((change) => ({ ...value, [name]: change })));
  return [...changed, { ...value, more: 1 }];
}

function expectOnly({ args }: AskedCall, built: unknown[]): void {
  expect(isExpected(built, args)).toBe(true);
  for (const changed of changesOf(built)) expect([changed, isExpected(changed, args)]).toEqual([changed, false]);
}

describe("permits the arguments that the service has to send, and no others", () => {
  it.each(Object.entries(bodies))("%s", async (call, fields) => {
    const body = { wallet_address, call, ...fields } as WalletCall;
    expectOnly(askedCall(body), await builtFor(body));
  });

  it.each([
    ["split", { action: "split", milestone: 1, share: 5000 }, { milestone: 1, share: 5000 }],
    ["cancel", { action: "cancel" }, {}],
    [
      "extend",
      { action: "extend", milestone: 1, deadline: "2027-03-31T00:00:00.900Z" },
      { milestone: 1, deadline: BigInt(Date.UTC(2027, 2, 31) / 1000) },
    ],
  ] as const)("%s of an escrow", (method, step, args) => {
    const built = contracts.escrow.call(method, { id: bytes(escrow), ...args } as never);
    expectOnly(askedStep(wallet_address, escrow, step), argumentsOf(built));
  });
});

const seconds = (year: number) => Date.UTC(year, 0, 1) / 1000;
const time = (year: number) => new Date(Date.UTC(year, 0, 1) + 900).toISOString();
const grants = [
  { idempotency_key: "a", beneficiary: other, amount: "5", starts_at: time(2027), ends_at: time(2030) },
  { idempotency_key: "b", beneficiary: third, revocable: false, tranches: [{ at: time(2028), amount: "7.5" }] },
  {
    ...{ idempotency_key: "c", beneficiary: third, amount: "1" },
    ...{ starts_at: time(2027), cliff_at: time(2028), ends_at: time(2030) },
  },
];
const times = { start: seconds(2027), end: seconds(2030) };

/** Grants as the service stores them; it chooses the references. */
const stored = [
  { beneficiary: other, revoker: wallet_address, plan: { total: "50000000", ...times, cliff: seconds(2027) } },
  { beneficiary: third, revoker: null, plan: { tranches: [{ time: seconds(2028), amount: "75000000" }] } },
  { beneficiary: third, revoker: wallet_address, plan: { total: "10000000", ...times, cliff: seconds(2028) } },
].map((each, at) => ({ ...each, reference: `0${at}`.repeat(32) }));

it("permits grants to whom, of how much and when was asked, under any references", async () => {
  const permitted = askedGrants(wallet_address, grants);
  expect(permitted.spends).toBe(135_000_000n);
  const operation = await vestingCalls.rules["vesting.create"].operation(contracts, wallet_address, { grants: stored });
  const [funder, batch] = argumentsOf(operation) as [string, { reference: Uint8Array }[]];
  expect(isExpected([funder, batch], permitted.args)).toBe(true);
  expect(isExpected([other, batch], permitted.args)).toBe(false);
  expect(isExpected([funder, [...batch, batch[0]]], permitted.args)).toBe(false);
  for (const [at, { reference, ...rest }] of batch.entries()) {
    for (const changed of changesOf(rest)) {
      const others = batch.with(at, { reference, ...(changed as object) });
      expect([changed, isExpected([funder, others], permitted.args)]).toEqual([changed, false]);
    }
  }
});

it("permits no grant whose start was not asked for", async () => {
  const [{ starts_at: _, ...grant }] = grants as [(typeof grants)[0]];
  const operation = await vestingCalls.rules["vesting.create"].operation(contracts, wallet_address, {
    grants: stored.slice(0, 1),
  });
  expect(isExpected(argumentsOf(operation), askedGrants(wallet_address, [grant]).args)).toBe(false);
});

it("permits an escrow under the reference that the service chooses, if none was given", async () => {
  const { reference: _, ...fields } = bodies["escrow.create"];
  const body: WalletCall = { wallet_address, call: "escrow.create", ...fields };
  const built = await builtFor(body);
  expect(isExpected(built, askedCall(body).args)).toBe(true);
  expect(askedCall(body).spends).toBe(125_000_000n);
});

it("permits to take the right to vote back", async () => {
  const body: WalletCall = { wallet_address, call: "governance.delegate", delegate: null };
  expect(isExpected(await builtFor(body), askedCall(body).args)).toBe(true);
});

it("permits a transfer of what is funded", () => {
  const fund: WalletCall = { wallet_address, call: "referral.fund", ...bodies["referral.fund"] };
  expect(askedCall(fund)).toMatchObject({ method: "fund", spends: 200_000_000n });
  const leave: WalletCall = { wallet_address, call: "referral.leave", ...bodies["referral.leave"] };
  expect(askedCall(leave)).toMatchObject({ method: "leave", spends: 0n });
});
