import { Client as Redemption } from "@merit/bindings/redemption";
import { build } from "@merit/core/accounts/signing/build.ts";
import { rulesOf } from "@merit/core/accounts/signing/kinds.ts";
import { buildFor } from "@merit/core/agreements/envelopes/calls.ts";
import type { NewEnvelope } from "@merit/core/agreements/envelopes/store.ts";
import { escrowCalls } from "@merit/core/agreements/escrows/wallet-calls.ts";
import { vestingCalls } from "@merit/core/agreements/vesting/wallet-calls.ts";
import { referenceId } from "@merit/core/ledger/chain/reference-id.ts";
import { newWallet } from "@merit/core/testing/chain.ts";
import { Keypair } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { owner, submit } from "../support/envelopes.ts";
import { send, signingAs } from "../support/party.ts";
import { Service } from "../support/service.ts";

const PRICE = 10_000_000n;
const ITEM = 7;

test("a wallet redeems for tokens and gets them back by cancel, expire and withdraw, without paying a fee", async () => {
  const service = await Service.start();
  const wallet = await service.wallet();
  const userId = await owner(service, wallet);
  await service.settled(await service.issue([wallet], 3n * PRICE));
  const manager = Keypair.fromSecret(service.secret("manager"));
  const { redemption: contract } = service.chain.contracts;
  const shop = new Redemption(signingAs(manager, contract.id, service.ledger.url));
  const operator = manager.publicKey();
  const times = { fulfil_within: 86_400n, cancel_within: 3_600n, wallet_limit: null };
  const terms = { merchant: BigInt(service.merchantId), price: PRICE, active: true, ...times };
  const item = BigInt(ITEM);
  await send(shop.set_item({ operator, item, terms }));
  await send(shop.set_stock({ operator, item, expected: 0, stock: 5 }));
  const spendable = (await service.chain.account(wallet.address))?.spendable;

  const reference = "ab".repeat(32);
  const args = { item: ITEM, quantity: 2, max_price: String(PRICE), reference };
  const redeem = await build(service.context, userId, wallet.address, { call: "redemption.redeem", args });
  expect(await submit(service, userId, wallet, redeem)).toMatchObject({
    status: "confirmed",
    kind: "redemption.redeem",
  });
  expect(await service.received([wallet])).toEqual([PRICE]);

  const cancel = await build(service.context, userId, wallet.address, {
    call: "redemption.cancel",
    args: { reference },
  });
  expect(await submit(service, userId, wallet, cancel)).toMatchObject({ status: "confirmed" });
  expect(await service.received([wallet])).toEqual([3n * PRICE]);
  expect((await service.chain.account(wallet.address))?.spendable).toBe(spendable);

  const dear = { call: "redemption.redeem", args: { ...args, max_price: "1", reference: "cd".repeat(32) } } as const;
  await expect(build(service.context, userId, wallet.address, dear)).rejects.toMatchObject({
    code: "operation_refused",
    detail: expect.stringMatching(/above `max_price`/),
  });

  // From the deadline on any wallet returns the tokens. What can't arrive waits until its owner withdraws it.
  const all = "ef".repeat(32);
  const locked = { call: "redemption.redeem", args: { ...args, quantity: 3, reference: all } } as const;
  await submit(service, userId, wallet, await build(service.context, userId, wallet.address, locked));
  const other = await service.wallet();
  const otherId = await owner(service, other);
  const expire = { call: "redemption.expire", args: { redeemed_by: wallet.address, reference: all } } as const;
  await expect(build(service.context, otherId, other.address, expire)).rejects.toMatchObject({
    code: "operation_refused",
    detail: expect.stringMatching(/`deadline` hasn't passed/),
  });
  await wallet.trust(service.asset, "0");
  await service.ledger.increaseTime(86_400);
  const expired = await build(service.context, otherId, other.address, expire);
  expect(await submit(service, otherId, other, expired)).toMatchObject({ status: "confirmed" });
  const withdraw = () => build(service.context, userId, wallet.address, { call: "redemption.withdraw", args: {} });
  await expect(withdraw()).rejects.toMatchObject({ detail: expect.stringMatching(/no trustline/) });
  await wallet.trust(service.asset);
  expect(await submit(service, userId, wallet, await withdraw())).toMatchObject({ status: "confirmed" });
  expect(await service.received([wallet, other])).toEqual([3n * PRICE, 0n]);
  await expect(withdraw()).rejects.toMatchObject({ detail: expect.stringMatching(/owes the wallet nothing/) });
});

test("a referrer enrols and a newcomer binds to it, each by its own wallet", async () => {
  const service = await Service.start();
  const [referrer, newcomer] = [await service.wallet(), await service.wallet()];
  const [first, second] = [await owner(service, referrer), await owner(service, newcomer)];
  const enrol = await build(service.context, first, referrer.address, { call: "referral.enrol", args: {} });
  expect(await submit(service, first, referrer, enrol)).toMatchObject({ status: "confirmed" });
  const args = { referrer: referrer.address };
  const bind = await build(service.context, second, newcomer.address, { call: "referral.bind", args });
  expect(await submit(service, second, newcomer, bind)).toMatchObject({ status: "confirmed" });
  const { value } = await service.chain.contracts.referral.view("referrer", { newcomer: newcomer.address });
  expect(value).toBe(referrer.address);
});

test("of two calls under one reference, the one that didn't happen fails", async () => {
  const service = await Service.start();
  const [wallet, bob, eve, arbiter] = [await service.wallet(), newWallet(), newWallet(), newWallet()] as const;
  const userId = await owner(service, wallet);
  await service.settled(await service.issue([wallet], 3n * PRICE));
  const now = Math.floor(Date.now() / 1000);
  const reference = "ab".repeat(32);

  const grant = (beneficiary: string, total: string) => {
    const plan = { total, start: now, cliff: now, end: now + 86_400 };
    return { grants: [{ reference, beneficiary, revoker: wallet.address, plan }] };
  };
  const vesting = (args: ReturnType<typeof grant>) =>
    buildFor(service.context, { userId }, wallet.address, vestingCalls, { call: "vesting.create", args });
  await oneOf(await vesting(grant(bob, "5")), await vesting(grant(eve, "50")));

  const hold = (undecided_share: number) => ({
    ...{ escrow: referenceId(wallet.address, reference), reference, beneficiary: bob },
    ...{ arbiter, parts: [{ amount: "7", deadline: String(now + 86_400) }], max_fee: 1_000 },
    ...{ agreement: reference, dispute_window: "604800", undecided_share },
  });
  const escrow = (args: ReturnType<typeof hold>) =>
    buildFor(service.context, { userId }, wallet.address, escrowCalls, { call: "escrow.create", args });
  await oneOf(await escrow(hold(0)), await escrow(hold(10_000)));

  async function oneOf(first: NewEnvelope, second: NewEnvelope): Promise<void> {
    const confirmed = await submit(service, userId, wallet, first);
    expect(confirmed).toMatchObject({ status: "confirmed" });
    expect(await rulesOf(first.kind).isDone(service.context, confirmed)).toBe(true);
    expect(await submit(service, userId, wallet, second)).toMatchObject({ status: "failed", tx_hash: null });
  }
});
