import { randomBytes } from "node:crypto";
import { type Plan, Client as Vesting } from "@merit/bindings/vesting";
import { expect, test } from "vitest";
import { Deployed } from "../support/deployed.ts";
import { landInAnotherOrder, send } from "../support/party.ts";
import type { Wallet } from "../support/wallet.ts";

const TOTAL = 1_000_000_000n;
const DAY = 86_400;

type Batch = Parameters<Vesting["create"]>[0]["batch"];

/** The id of the first. */
async function create(vesting: Vesting, funder: Wallet, batch: Batch) {
  const [id] = await send(vesting.create({ funder: funder.address, batch }));
  if (!id) throw new Error("an id expected");
  return id;
}

test("a schedule vests from its cliff on; a revocation takes back only what has not vested", async () => {
  const system = await Deployed.start();
  const funder = await system.holder("100");
  const beneficiary = await system.holder();
  const vesting = system.as(Vesting, "vesting", funder.keypair);

  const start = await system.now();
  const cliff = start + BigInt(10 * DAY);
  const end = start + BigInt(100 * DAY);
  const terms = {
    reference: randomBytes(32),
    beneficiary: beneficiary.address,
    plan: { tag: "Linear", values: [{ total: TOTAL, start, cliff, end }] } satisfies Plan,
    revoker: funder.address,
  };
  const id = await create(vesting, funder, [terms]);
  expect(await system.balance(funder)).toBe(0n);
  await expect(send(vesting.claim({ id }))).rejects.toThrow("NothingToClaim");

  await system.travel(50 * DAY);
  const vested = (await vesting.vested_at({ id, time: await system.now() })).result;
  expect(vested).toBeGreaterThanOrEqual(TOTAL / 2n);
  expect(vested).toBeLessThan(TOTAL / 2n + 1_000_000n);
  const claimed = await send(vesting.claim({ id }));
  expect(await system.balance(beneficiary)).toBe(claimed);

  const refunded = await send(vesting.revoke({ revoker: funder.address, id }));
  expect(await system.balance(funder)).toBe(refunded);
  await system.travel(100 * DAY);
  const rest = (await vesting.claimable({ id })).result;
  if (rest > 0n) await send(vesting.claim({ id }));
  expect((await system.balance(beneficiary)) + refunded).toBe(TOTAL);
  expect((await vesting.obligations()).result).toBe(0n);
  expect(new Set(await system.eventTypes("vesting"))).toEqual(new Set(["created", "claimed", "revoked"]));
});

test("one call funds schedules for many, and a schedule changes hands in two steps with all that it holds", async () => {
  const system = await Deployed.start();
  const [funder, first, second] = [await system.holder("100"), await system.holder(), await system.holder()];
  const [heir, stranger] = [await system.holder(), await system.holder()];
  const as = (wallet: Wallet) => system.as(Vesting, "vesting", wallet.keypair);
  const vesting = as(funder);
  const now = await system.now();
  const tranche = (days: number, amount: bigint) => ({ time: now + BigInt(days * DAY), amount });
  const plan: Plan = { tag: "Tranches", values: [[tranche(10, TOTAL / 5n), tranche(20, TOTAL / 10n)]] };
  const batch = [first, second].map(({ address }) => ({
    reference: randomBytes(32),
    beneficiary: address,
    plan,
    revoker: null,
  }));
  const [id, other] = await send(vesting.create({ funder: funder.address, batch }));
  if (!id || !other) throw new Error("two ids expected");
  expect(await system.balance(funder)).toBe((2n * TOTAL) / 5n);

  await system.travel(10 * DAY);
  const begin = (from: Wallet, to: Wallet) =>
    send(as(from).begin_transfer({ beneficiary: from.address, id, to: to.address }));
  const accept = (to: Wallet) => send(as(to).accept_transfer({ to: to.address, id }));
  await expect(begin(second, heir)).rejects.toThrow("Unauthorized, contract error 18000");
  await begin(first, stranger);
  await send(as(first).cancel_transfer({ beneficiary: first.address, id }));
  await expect(accept(stranger)).rejects.toThrow("NoTransfer");
  await begin(first, heir);
  await expect(accept(stranger)).rejects.toThrow("Unauthorized, contract error 18000");
  await accept(heir);

  // The amount that had vested before the hand-over goes along; anyone may have it paid.
  await send(vesting.claim({ id }));
  await send(vesting.claim({ id: other }));
  await system.travel(10 * DAY);
  await send(vesting.claim({ id }));
  const balances = await Promise.all([first, heir, second].map((wallet) => system.balance(wallet)));
  expect(balances).toEqual([0n, (3n * TOTAL) / 10n, TOTAL / 5n]);
  expect((await vesting.obligations()).result).toBe(TOTAL / 10n);
  expect(await system.eventTypes("vesting")).toEqual([
    ...["created", "created", "transfer_begun", "transfer_cancelled", "transfer_begun", "transferred"],
    ...["claimed", "claimed", "claimed"],
  ]);
});

test("funders that sign one after another for the same beneficiary land in any order", async () => {
  const system = await Deployed.start();
  const beneficiary = await system.holder();
  const funders = await Promise.all([1, 2, 3, 4].map(() => system.holder("1")));
  const now = await system.now();
  const plan: Plan = { tag: "Linear", values: [{ total: 1n, start: now, cliff: now, end: now + 1n }] };
  await landInAnotherOrder(funders, ({ address, keypair }) => {
    const batch = [{ reference: randomBytes(32), beneficiary: beneficiary.address, plan, revoker: null }];
    return system.as(Vesting, "vesting", keypair).create({ funder: address, batch });
  });
  expect(await system.eventTypes("vesting")).toEqual(["created", "created", "created", "created"]);
});
