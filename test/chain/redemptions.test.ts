import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { merit as run } from "@merit/cli/testing/cli.ts";
import { expect, test } from "vitest";
import { sharedWorld } from "../support/fixture.ts";
import { send } from "../support/party.ts";
import { until } from "../support/processes.ts";
import { HOUR, openShop, PRICE } from "../support/shop.ts";

const open = sharedWorld();

test("a wallet locks tokens with its own signature, and its user and the merchant see the outcome", async () => {
  const world = await open();
  const { merchant, shop, item, catalogue, operator, wallet, user, own, named, redeem, seen } = await openShop(world);
  expect(item.token).toMatchObject({ price: "5", active: true });
  const [delivered, regretted, late] = [await redeem(1, 2), await redeem(2), await redeem(3)];
  const locked = await seen(delivered, "locked");
  expect(locked).toMatchObject({
    ...{ kind: "on_chain", user_id: user.id, merchant_id: shop.id, item_id: item.id, item_name: "Mug", quantity: 2 },
    ...{ points: null, on_chain: { wallet_address: wallet.address, amount: "10", reference: "01".repeat(32) } },
  });
  const { created_at, on_chain } = locked;
  expect(Date.parse(on_chain.cancel_until) - Date.parse(created_at)).toBe(HOUR * 1000);
  expect(await wallet.balance(world.asset)).toBe(0n);

  await send(catalogue.fulfil({ operator, ...named(delivered) }));
  await send(own.cancel({ caller: wallet.address, ...named(regretted) }));
  expect((await seen(delivered, "fulfilled")).on_chain.end_tx_hash).toMatch(/^[0-9a-f]{64}$/);
  await seen(regretted, "cancelled");

  // After the kill it continues where it was: what happened meanwhile is recorded too, and nothing twice.
  await world.server.kill("SIGKILL");
  await world.ledger.increaseTime(25 * HOUR);
  await world.ledger.call("localnet_closeLedger");
  await send(own.expire(named(late)));
  await world.startServer();
  await seen(late, "expired");
  const { body: list } = await merchant.get("/redemptions");
  expect(list.data.map(({ status }: { status: string }) => status)).toEqual(["expired", "cancelled", "fulfilled"]);
  expect(await wallet.balance(world.asset)).toBe(2n * PRICE);
});

test("the service fulfils and refunds on the ledger what a merchant asks for, once", async () => {
  const world = await open();
  const { merchant, catalogue, operator, wallet, own, named, redeem, seen } = await openShop(world);
  const ask = (id: number, step: string) => merchant.post(`/redemptions/${id}/steps`, { step });
  const [delivered, given] = [await redeem(1), await redeem(2)];
  const [first, second] = [(await seen(delivered, "locked")).id, (await seen(given, "locked")).id];
  const before = (await own.totals()).result;
  // Nothing is done before all have asked.
  await world.ledger.setCloseMode("manual");
  const replies = await Promise.all([ask(first, "fulfil"), ask(first, "fulfil"), ask(second, "refund")]);
  expect(replies.map(({ status, body }) => [status, body.status, body.next_status])).toEqual([
    [202, "locked", "fulfilled"],
    [202, "locked", "fulfilled"],
    [202, "locked", "cancelled"],
  ]);
  expect((await ask(first, "refund")).body.code).toBe("redemption_busy");
  await world.ledger.call("localnet_closeLedger");
  await world.ledger.setCloseMode("instant");
  expect(await seen(delivered, "fulfilled")).toMatchObject({ next_status: null, error_message: null });
  await seen(given, "cancelled");
  expect(await wallet.balance(world.asset)).toBe(3n * PRICE);
  expect((await own.totals()).result).toMatchObject({
    ...{ burned: before.burned + PRICE, refunded: before.refunded + PRICE, locked: 0n },
  });
  expect((await ask(first, "fulfil")).status).toBe(200);

  // A redemption that somebody else ended meanwhile is recorded like that, and a refusal of the ledger gives its reason.
  const [raced, late] = [await redeem(3), await redeem(4)];
  const [third, fourth] = [(await seen(raced, "locked")).id, (await seen(late, "locked")).id];
  await send(catalogue.cancel({ caller: operator, ...named(raced) }));
  expect([200, 202, 409]).toContain((await ask(third, "fulfil")).status);
  expect((await seen(raced, "cancelled")).next_status).toBeNull();
  await world.ledger.increaseTime(25 * HOUR);
  await world.ledger.call("localnet_closeLedger");
  expect((await ask(fourth, "fulfil")).status).toBe(202);
  const refused = await until(async () => {
    const { body } = await merchant.get(`/redemptions/${fourth}`);
    return body.next_status === null ? body : undefined;
  });
  expect(refused).toMatchObject({ status: "locked", error_message: expect.stringMatching(/deadline has passed/) });
  expect((await ask(fourth, "refund")).status).toBe(202);
  await seen(late, "cancelled");
});

test("a merchant sets an item in the contract, and wallets redeem it on these terms", async () => {
  const world = await open();
  const { merchant, wallet, user, own } = await openShop(world);
  const terms = { price: "5", fulfil_within: 24 * HOUR, cancel_within: HOUR, wallet_limit: 1 };
  const { status, body: cup } = await merchant.post("/catalogue", { name: "Cup", token: { ...terms, stock: 2 } });
  expect([status, cup.token.change?.status]).toEqual([201, "pending"]);
  const tokenWhen = (test: (token: { change: object | null; stock: number }) => boolean) =>
    until(async () => {
      const { body } = await merchant.get(`/catalogue/${cup.id}`);
      return test(body.token) ? body.token : undefined;
    });
  expect(await tokenWhen(({ change }) => change === null)).toMatchObject({ ...terms, active: true, stock: 2 });

  const times = { fulfil_within: BigInt(terms.fulfil_within), cancel_within: BigInt(terms.cancel_within) };
  const order = { item: BigInt(cup.token.contract_item_id), quantity: 1, max_price: PRICE, ...times };
  const redeem = (byte: number) =>
    send(own.redeem({ wallet: wallet.address, reference: new Uint8Array(32).fill(byte), order }));
  const env = { MERIT_URL: world.api.base, MERIT_TOKEN: user.token, XDG_CONFIG_HOME: world.folder };
  const key = join(world.folder, "wallet.key");
  writeFileSync(key, wallet.keypair.secret(), { mode: 0o600 });
  const merit = async (...args: string[]) => {
    const { code, out, err } = await run([...args, "--wallet-key", key, "--json"], { env });
    expect([code, err]).toEqual([0, ""]);
    return JSON.parse(out);
  };
  const made = await merit("redemption", "redeem", String(cup.id), "--max-price", "5");
  const { cancel_until, deadline } = made.on_chain;
  expect(Date.parse(deadline) - Date.parse(cancel_until)).toBe(23 * HOUR * 1000);
  expect(made).toMatchObject({ item_name: "Cup", actions: [{ action: "cancel", until: cancel_until }] });
  await expect(redeem(2)).rejects.toThrow();
  await tokenWhen(({ stock }) => stock === 1);
  await merit("redemption", "cancel", String(made.id));
  await tokenWhen(({ stock }) => stock === 2);
  await redeem(1);
  await tokenWhen(({ stock }) => stock === 1);
  const change = { wallet_limit: null, stock: 4, expected_stock: 1 };
  const changed = await merchant.send("PATCH", `/catalogue/${cup.id}`, JSON.stringify({ token: change }));
  expect(changed.status).toBe(200);
  expect(await tokenWhen(({ change }) => change === null)).toMatchObject({ ...terms, wallet_limit: null, stock: 4 });
  await redeem(2);
  await tokenWhen(({ stock }) => stock === 3);
});
