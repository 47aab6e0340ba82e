import { Client as Redemption } from "@merit/bindings/redemption";
import { expect, test } from "vitest";
import { Deployed } from "../support/deployed.ts";
import { landInAnotherOrder, send } from "../support/party.ts";
import type { Wallet } from "../support/wallet.ts";

const ITEM = 7n;
const PRICE = 50_000_000n;
const HOUR = 3_600;

/** A shop with five of one item, and a wallet with 15 tokens, enough for three; it may cancel for so many seconds. */
async function openShop(cancelWithin: number) {
  const system = await Deployed.start();
  const wallet = await system.holder("15");
  const manager = system.role("manager");
  const shop = system.as(Redemption, "redemption", manager);
  const operator = manager.publicKey();
  const terms = { merchant: 1n, price: PRICE, active: true };
  const times = { fulfil_within: BigInt(24 * HOUR), cancel_within: BigInt(cancelWithin) };
  await send(shop.set_item({ operator, item: ITEM, terms: { ...terms, ...times, wallet_limit: null } }));
  await send(shop.set_stock({ operator, item: ITEM, expected: 0, stock: 5 }));

  const redemption = system.as(Redemption, "redemption", wallet.keypair);
  /** The contract's names for a redemption of the wallet's; the reference is 32 times the byte. */
  const named = (reference: number, by = wallet) => ({
    wallet: by.address,
    reference: new Uint8Array(32).fill(reference),
  });
  const order = { item: ITEM, quantity: 1, max_price: PRICE, ...times };
  const redeem = (reference: number, change: Partial<typeof order> = {}) =>
    redemption.redeem({ ...named(reference), order: { ...order, ...change } });
  return { system, wallet, shop, operator, redemption, named, order, redeem };
}

test("tokens are locked by the wallet, burned on fulfilment, and refunded by anyone after the deadline", async () => {
  const { system, wallet, shop, operator, redemption, named, redeem } = await openShop(0);
  const [delivered, late] = [named(1), named(2)];
  await expect(send(redeem(1, { max_price: PRICE - 1n }))).rejects.toThrow("PriceAboveMax");
  await expect(send(redeem(1, { fulfil_within: 1n }))).rejects.toThrow("TimesChanged");
  await send(redeem(1));
  await expect(send(redeem(1))).rejects.toThrow("ReferenceTaken");
  await send(redeem(2));
  expect(await system.balance(wallet)).toBe(PRICE);

  await send(shop.fulfil({ operator, ...delivered }));
  await expect(send(redemption.expire(late))).rejects.toThrow("NotExpired");
  await system.travel(25 * HOUR);
  await send(redemption.expire(late));
  expect(await system.balance(wallet)).toBe(2n * PRICE);
  expect((await redemption.total_held()).result).toBe(0n);
  expect(await system.eventTypes("redemption")).toEqual([
    ...["item_set", "stock_set", "redeem", "redeem", "redemption_fulfilled", "redemption_expired"],
  ]);
});

test("the wallet cancels for a while, the shop at any time; tokens and stock come back", async () => {
  const { system, wallet, shop, operator, redemption, named, redeem } = await openShop(HOUR);
  const [regretted, late] = [named(1), named(2)];
  await send(redeem(1));
  await send(redeem(2));
  const cancel = (name: typeof late) => send(redemption.cancel({ caller: wallet.address, ...name }));
  const stranger = await system.holder();
  const byStranger = system
    .as(Redemption, "redemption", stranger.keypair)
    .cancel({ caller: stranger.address, ...late });
  await expect(send(byStranger)).rejects.toThrow("Unauthorized, contract error 16000");
  await cancel(regretted);
  await expect(cancel(regretted)).rejects.toThrow("NotOpen");
  await system.travel(HOUR);
  await expect(cancel(late)).rejects.toThrow("CancelClosed");
  await send(shop.cancel({ caller: operator, ...late }));

  expect(await system.balance(wallet)).toBe(3n * PRICE);
  expect((await redemption.item({ item: ITEM })).result?.stock).toBe(5);
  expect((await redemption.totals()).result).toMatchObject({ count: 2n, locked: 0n, refunded: 2n * PRICE });
  expect(await system.eventTypes("redemption")).toEqual([
    ...["item_set", "stock_set", "redeem", "redeem", "redemption_cancelled", "redemption_cancelled"],
  ]);
});

test("from the deadline on, no wallet keeps the stock by filling its trustline after the shop has signed", async () => {
  const { system, wallet, shop, operator, redemption, named, redeem } = await openShop(HOUR);
  await send(redeem(1));
  await system.travel(24 * HOUR);
  const signed = await shop.cancel({ caller: operator, ...named(1) });
  await wallet.trust(system.asset, "10");
  await send(Promise.resolve(signed));
  expect((await redemption.item({ item: ITEM })).result?.stock).toBe(5);
  await wallet.trust(system.asset);
  await send(redemption.withdraw({ account: wallet.address }));
  expect(await system.balance(wallet)).toBe(3n * PRICE);
});

test("wallets sign in any order and send in any other: no redemption makes another fail, nor does its end", async () => {
  const { system, wallet, redemption, named, order } = await openShop(HOUR);
  const wallets = [wallet, await system.holder("15")];
  const as = (by: Wallet) => system.as(Redemption, "redemption", by.keypair);
  await landInAnotherOrder(wallets, (by) => as(by).redeem({ ...named(1, by), order }));
  expect((await redemption.totals()).result).toMatchObject({ count: 2n, locked: 2n * PRICE });
  // Their trustlines have no room for what comes back.
  for (const by of wallets) await by.trust(system.asset, "10");
  await system.travel(24 * HOUR);
  await landInAnotherOrder(wallets, (by) => as(by).expire(named(1, by)));
  expect((await redemption.totals()).result).toMatchObject({ refunded: 2n * PRICE, owed: 2n * PRICE });
  for (const by of wallets) await by.trust(system.asset);
  await landInAnotherOrder(wallets, (by) => as(by).withdraw({ account: by.address }));
  expect((await redemption.totals()).result).toMatchObject({ locked: 0n, owed: 0n });
});
