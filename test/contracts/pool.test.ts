import { Client as Pool } from "@merit/bindings/pool";
import { Account, MuxedAccount } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { Deployed } from "../support/deployed.ts";
import { read, send } from "../support/party.ts";
import type { Wallet } from "../support/wallet.ts";

const MERCHANT = 1n;
const TOKEN = 10_000_000n;
const DAY = 86_400;

/** A merchant whose owner holds 100 tokens, and the calls of the parties. */
async function merchantWithOwner() {
  const system = await Deployed.start();
  const owner = await system.holder("100");
  const operator = system.role("deployer").publicKey();
  const pool = system.as(Pool, "pool", owner.keypair);
  const asOperator = system.as(Pool, "pool", system.role("deployer"));
  await send(asOperator.set_owner({ operator, merchant: MERCHANT, owner: owner.address }));
  await system.travel(DAY);
  await send(pool.apply_owner({ owner: owner.address, merchant: MERCHANT }));
  const deposit = (amount: bigint) => send(pool.deposit({ from: owner.address, merchant: MERCHANT, amount }));
  const withdraw = (amount: bigint, to: Pick<Wallet, "address"> = owner) =>
    send(pool.withdraw({ owner: owner.address, merchant: MERCHANT, to: to.address, amount }));
  const setLimit = (limit: bigint) => send(asOperator.set_limit({ operator, merchant: MERCHANT, limit }));
  return { system, owner, operator, pool, asOperator, deposit, withdraw, setLimit };
}

test("a merchant's balance is filled by anyone, by the treasury once per reference, and emptied by its owner", async () => {
  const { system, owner, operator, pool, deposit, withdraw } = await merchantWithOwner();
  const [friend, stranger] = [await system.holder("5"), await system.holder()];
  const held = await read(pool.total_held());
  await deposit(100n * TOKEN);
  const asFriend = system.as(Pool, "pool", friend.keypair);
  await send(asFriend.deposit({ from: friend.address, merchant: MERCHANT, amount: 5n * TOKEN }));

  const treasurer = system.role("treasury").publicKey();
  const asTreasurer = system.as(Pool, "pool", system.role("treasury"));
  const reference = new Uint8Array(32).fill(3);
  const grant = (amount: bigint) => asTreasurer.grant({ treasurer, merchant: MERCHANT, amount, reference });
  expect(await send(grant(20n * TOKEN))).toBe(true);
  expect(await send(grant(20n * TOKEN))).toBe(false);
  await expect(send(grant(21n * TOKEN))).rejects.toThrow("ReferenceTaken");
  expect(await read(pool.balance({ merchant: MERCHANT }))).toBe(125n * TOKEN);

  const stolen = { owner: friend.address, merchant: MERCHANT, to: friend.address, amount: TOKEN };
  await expect(send(asFriend.withdraw(stolen))).rejects.toThrow("Unauthorized, contract error 13000");
  await expect(withdraw(126n * TOKEN)).rejects.toThrow("InsufficientBalance");
  for (const lost of [system.id("pool"), system.id("campaign"), system.role("issuer").publicKey()]) {
    await expect(withdraw(TOKEN, { address: lost })).rejects.toThrow("RefusedRecipient");
  }
  await withdraw(124n * TOKEN);
  // The custodian `stranger` learns whom it is for.
  const muxed = new MuxedAccount(new Account(stranger.address, "0"), "42").accountId();
  await withdraw(TOKEN, { address: muxed });
  expect([await system.balance(owner), await system.balance(stranger)]).toEqual([124n * TOKEN, TOKEN]);
  expect(await read(pool.total_held())).toBe(held);

  const merchant = "1";
  expect(await system.events("pool")).toEqual([
    [
      "owner_queued",
      { merchant, owner: owner.address, operator, eta: expect.any(String), expires_at: expect.any(String) },
    ],
    ["owner_set", { merchant, owner: owner.address, operator: null }],
    ["deposit", { merchant, from: owner.address, amount: "1000000000" }],
    ["deposit", { merchant, from: friend.address, amount: "50000000" }],
    ["grant", { merchant, treasurer, amount: "200000000", reference: "03".repeat(32) }],
    ["withdraw", { merchant, owner: owner.address, to: owner.address, to_muxed_id: null, amount: "1240000000" }],
    ["withdraw", { merchant, owner: owner.address, to: stranger.address, to_muxed_id: "42", amount: "10000000" }],
  ]);
});

test("a daily limit is cut at once; a raise waits for its delay, and room comes back by itself", async () => {
  const { system, operator, pool, deposit, withdraw, setLimit } = await merchantWithOwner();
  await deposit(100n * TOKEN);
  const apply = () => send(pool.apply_limit({ merchant: MERCHANT }));
  await expect(apply()).rejects.toThrow("NoPendingLimit");

  await setLimit(10n * TOKEN);
  await withdraw(6n * TOKEN);
  await expect(withdraw(6n * TOKEN)).rejects.toThrow("LimitExceeded");
  const { limit, used, remaining } = await read(pool.limit({ merchant: MERCHANT }));
  expect({ limit, used, remaining }).toEqual({ limit: 10n * TOKEN, used: 6n * TOKEN, remaining: 4n * TOKEN });

  await setLimit(30n * TOKEN);
  const raise = await read(pool.pending_limit({ merchant: MERCHANT }));
  expect(raise?.limit).toBe(30n * TOKEN);
  await expect(apply()).rejects.toThrow("LimitNotDue");
  await expect(withdraw(6n * TOKEN)).rejects.toThrow("LimitExceeded");

  await system.travel(DAY + 900);
  await withdraw(10n * TOKEN);
  await expect(withdraw(20n * TOKEN)).rejects.toThrow("LimitExceeded");
  await apply();
  await withdraw(20n * TOKEN);
  await expect(withdraw(1n)).rejects.toThrow("LimitExceeded");

  expect((await system.events("pool")).filter(([type]) => type.startsWith("limit"))).toEqual([
    ["limit_set", { merchant: "1", limit: "100000000", operator }],
    ["limit_queued", { merchant: "1", limit: "300000000", eta: String(raise?.eta), operator }],
    ["limit_set", { merchant: "1", limit: "300000000", operator: null }],
  ]);
});

test("a stopped pool takes deposits and cuts, and pays nothing out", async () => {
  const { system, owner, operator, pool, asOperator, deposit, withdraw, setLimit } = await merchantWithOwner();
  await deposit(50n * TOKEN);
  await send(asOperator.pause({ guardian: operator }));

  await expect(withdraw(TOKEN)).rejects.toThrow("Paused, contract error 13001");
  await deposit(50n * TOKEN);
  await setLimit(10n * TOKEN);
  await setLimit(20n * TOKEN);
  await system.travel(DAY);
  await expect(send(pool.apply_limit({ merchant: MERCHANT }))).rejects.toThrow("Paused, contract error 13001");

  await send(asOperator.unpause({ operator }));
  await expect(withdraw(11n * TOKEN)).rejects.toThrow("LimitExceeded");
  await withdraw(10n * TOKEN);
  expect(await system.balance(owner)).toBe(10n * TOKEN);
  expect(await system.eventTypes("pool")).toEqual([
    ...[
      "owner_queued",
      "owner_set",
      "deposit",
      "paused",
      "deposit",
      "limit_set",
      "limit_queued",
      "unpaused",
      "withdraw",
    ],
  ]);
});
