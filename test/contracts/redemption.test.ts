import { Client as Redemption } from "@merit/bindings/redemption";
import { expect, test } from "vitest";
import { Deployed } from "../support/deployed.ts";
import { send } from "../support/party.ts";

const ITEM = 7n;
const PRICE = 50_000_000n;
const HOUR = 3_600;

test("tokens are locked by the wallet, burned on fulfilment, and refunded by anyone after the deadline", async () => {
  const system = await Deployed.start();
  const wallet = await system.holder("15");
  const manager = system.role("manager");
  const shop = system.as(Redemption, "redemption", manager);
  const operator = manager.publicKey();
  await send(
    shop.set_item({
      operator,
      item: ITEM,
      terms: { merchant: 1n, price: PRICE, active: true, fulfil_within: BigInt(24 * HOUR), cancel_within: 0n },
    }),
  );
  await send(shop.set_stock({ operator, item: ITEM, expected: 0, stock: 5 }));

  const redemption = system.as(Redemption, "redemption", wallet.keypair);
  const redeem = (reference: number, max_price = PRICE) =>
    redemption.redeem({
      wallet: wallet.address,
      item: ITEM,
      quantity: 1,
      max_price,
      reference: new Uint8Array(32).fill(reference),
    });
  await expect(send(redeem(1, PRICE - 1n))).rejects.toThrow("PriceAboveMax");
  const delivered = await send(redeem(1));
  expect(await send(redeem(1))).toBe(delivered);
  const late = await send(redeem(2));
  expect(await system.balance(wallet)).toBe(PRICE);

  await send(shop.fulfil({ operator, id: delivered }));
  await expect(send(redemption.expire({ id: late }))).rejects.toThrow("NotExpired");
  await system.travel(25 * HOUR);
  await send(redemption.expire({ id: late }));
  expect(await system.balance(wallet)).toBe(2n * PRICE);
  expect((await redemption.total_held()).result).toBe(0n);
  expect(await system.eventTypes("redemption")).toEqual([
    ...["item_set", "stock_set", "redeem", "redeem", "redemption_fulfilled", "redemption_expired"],
  ]);
});
