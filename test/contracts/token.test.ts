import { Client as Admin } from "@merit/bindings/admin";
import { Client as Token } from "@merit/bindings/token";
import { MAX_STROOPS } from "@merit/core/base/money.ts";
import { Operation } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { Deployed } from "../support/deployed.ts";
import { read, send } from "../support/party.ts";
import type { Wallet } from "../support/wallet.ts";

const TOKEN = 10_000_000n;
const DAY = 86_400;

/** The token contract as used by its operator (quotas, freezing, clawback) and by a minter with a quota of 100 tokens. */
async function minterWithQuota() {
  const system = await Deployed.start();
  const minter = await system.holder();
  const operator = system.role("deployer").publicKey();
  const asOperator = system.as(Token, "token", system.role("deployer"));
  const admin = system.as(Admin, "admin", system.role("deployer"));
  const grant = (role: string, account: string) => send(admin.grant_role({ account, role, caller: operator }));
  await grant("minter", minter.address);
  await grant("clawback", operator);
  const setQuota = (daily: bigint) => send(asOperator.set_quota({ operator, minter: minter.address, daily }));
  await setQuota(100n * TOKEN);
  const token = system.as(Token, "token", minter.keypair);
  const mint = (to: Pick<Wallet, "address">, amount: bigint) =>
    send(token.mint({ minter: minter.address, to: to.address, amount }));
  return { system, minter, operator, asOperator, token, setQuota, mint };
}

test("a minter mints within its quota of 24 hours, and nobody mints without one", async () => {
  const { system, minter, token, setQuota, mint } = await minterWithQuota();
  const holder = await system.holder();
  const before = await read(token.minted());

  await mint(holder, 60n * TOKEN);
  await expect(mint(holder, 41n * TOKEN)).rejects.toThrow("QuotaExceeded");
  await mint(holder, 40n * TOKEN);
  const quota = await read(token.quota({ minter: minter.address }));
  expect(quota).toEqual({ daily: 100n * TOKEN, used: 100n * TOKEN, remaining: 0n });
  await system.travel(DAY + 900);
  await mint(holder, 100n * TOKEN);
  await setQuota(0n);
  await expect(mint(holder, 1n)).rejects.toThrow("QuotaExceeded");
  expect(await system.balance(holder)).toBe(200n * TOKEN);
  expect((await read(token.minted())) - before).toBe(200n * TOKEN);

  const asHolder = system.as(Token, "token", holder.keypair);
  const own = { minter: holder.address, to: holder.address, amount: 1n };
  await expect(send(asHolder.mint(own))).rejects.toThrow("Unauthorized, contract error 12000");
  const minted = { to: holder.address, minter: minter.address };
  expect(await system.events("token")).toEqual([
    ["quota_set", { minter: minter.address, daily: "1000000000", operator: expect.any(String) }],
    ["mint", { ...minted, amount: "600000000" }],
    ["mint", { ...minted, amount: "400000000" }],
    ["mint", { ...minted, amount: "1000000000" }],
    ["quota_set", { minter: minter.address, daily: "0", operator: expect.any(String) }],
  ]);
});

test("the supply never exceeds the cap, whatever the quota, and the issuer's key can't avoid it", async () => {
  const { system, token, setQuota, mint } = await minterWithQuota();
  const holder = await system.holder();
  await setQuota(MAX_STROOPS);
  const room = (await read(token.cap())) - (await read(token.minted()));
  await expect(mint(holder, room + 1n)).rejects.toThrow("CapExceeded");
  await mint(holder, room);
  await expect(mint(holder, 1n)).rejects.toThrow("CapExceeded");
  expect(await read(token.minted())).toBe(await read(token.cap()));

  const issuer = system.role("issuer");
  const [source, destination] = [issuer.publicKey(), holder.address];
  const mintAround = Operation.payment({ source, destination, asset: system.asset, amount: "1" });
  await expect(holder.submitWith([issuer], mintAround)).rejects.toThrow("opBadAuth");
  expect(await system.balance(holder)).toBe(room);
});

test("a frozen holder can't pay or be paid; a clawback ends what it holds and makes room under the cap", async () => {
  const { system, operator, asOperator, token, mint } = await minterWithQuota();
  const [thief, friend] = [await system.holder(), await system.holder()];
  await mint(thief, 10n * TOKEN);
  const minted = await read(token.minted());
  const pay = () => thief.pay(system.asset, friend.address, "4");

  await send(asOperator.freeze({ operator, account: thief.address }));
  await expect(pay()).rejects.toThrow("paymentSrcNotAuthorized");
  await expect(mint(thief, TOKEN)).rejects.toThrow("NotAuthorized");
  const clawback = (from: string, amount: bigint) => send(asOperator.clawback({ operator, from, amount }));
  await clawback(thief.address, 6n * TOKEN);
  await expect(clawback(thief.address, 5n * TOKEN)).rejects.toThrow("BalanceOutOfRange");
  await expect(clawback(system.id("pool"), TOKEN)).rejects.toThrow("SystemAddress");
  expect(minted - (await read(token.minted()))).toBe(6n * TOKEN);

  await send(asOperator.unfreeze({ operator, account: thief.address }));
  await pay();
  expect([await system.balance(thief), await system.balance(friend)]).toEqual([0n, 4n * TOKEN]);
  expect((await system.events("token")).slice(2)).toEqual([
    ["freeze", { account: thief.address, operator }],
    ["clawback", { from: thief.address, operator, amount: "60000000" }],
    ["unfreeze", { account: thief.address, operator }],
  ]);
});

test("while stopped nothing is minted or clawed back, and a thief is frozen all the same", async () => {
  const { system, minter, operator, asOperator, token, setQuota, mint } = await minterWithQuota();
  const thief = await system.holder("5");
  const byStranger = system.as(Token, "token", thief.keypair).pause({ guardian: thief.address });
  await expect(send(byStranger)).rejects.toThrow("Unauthorized, contract error 12000");
  await send(asOperator.pause({ guardian: operator }));
  expect(await read(token.paused())).toBe(true);

  await expect(mint(thief, TOKEN)).rejects.toThrow("Paused, contract error 12001");
  const clawback = () => send(asOperator.clawback({ operator, from: thief.address, amount: TOKEN }));
  await expect(clawback()).rejects.toThrow("Paused, contract error 12001");
  await expect(setQuota(200n * TOKEN)).rejects.toThrow("Paused, contract error 12001");
  await setQuota(50n * TOKEN);
  await send(asOperator.freeze({ operator, account: thief.address }));
  await expect(send(asOperator.unfreeze({ operator, account: thief.address }))).rejects.toThrow("Paused");
  await expect(thief.pay(system.asset, minter.address, "1")).rejects.toThrow("paymentSrcNotAuthorized");

  await send(asOperator.unpause({ operator }));
  await clawback();
  await expect(mint(minter, 51n * TOKEN)).rejects.toThrow("QuotaExceeded");
  await mint(minter, 50n * TOKEN);
  expect([await system.balance(thief), await system.balance(minter)]).toEqual([4n * TOKEN, 50n * TOKEN]);
  expect(await system.eventTypes("token")).toEqual([
    ...["quota_set", "paused", "quota_set", "freeze", "unpaused", "clawback", "mint"],
  ]);
});
