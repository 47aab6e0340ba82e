import { Client as Campaign, Status } from "@merit/bindings/campaign";
import { Client as Pool } from "@merit/bindings/pool";
import { expect, test } from "vitest";
import { Campaigns, FIRST, MERCHANT, REFERENCE, reward } from "../support/campaigns.ts";
import { Deployed } from "../support/deployed.ts";
import { read, send } from "../support/party.ts";
import { Wallet } from "../support/wallet.ts";

const TOKEN = 10_000_000n;
const DAY = 86_400;

async function start() {
  const system = await Deployed.start();
  const campaigns = new Campaigns(system);
  const stranger = await system.holder();
  const pool = system.as(Pool, "pool", stranger.keypair);
  const free = () => read(pool.balance({ merchant: MERCHANT }));
  return { system, campaigns, free, stranger };
}

test("a campaign pays while it is active, and never more than its budget", async () => {
  const { system, campaigns, free, stranger } = await start();
  const [first, second] = [await system.holder(), await system.holder()];
  const { contract, manager: operator } = campaigns;
  const id = await campaigns.open({ budget: 20n * TOKEN });
  expect(await free()).toBe(0n);
  await expect(campaigns.create(9, { budget: 1n })).rejects.toThrow("InsufficientBalance");
  expect(await campaigns.pay(id, reward(first, 3n * TOKEN), reward(second, 4n * TOKEN))).toEqual(["PAID", "PAID"]);

  await send(contract.pause_campaign({ operator, id }));
  await expect(campaigns.pay(id, reward(first, TOKEN))).rejects.toThrow("NotActive");
  const asStranger = system.as(Campaign, "campaign", stranger.keypair);
  const resumed = asStranger.resume_campaign({ operator: stranger.address, id });
  await expect(send(resumed)).rejects.toThrow("Unauthorized, contract error 14000");
  await send(contract.resume_campaign({ operator, id }));

  const tooMuch = [reward(first, 7n * TOKEN), reward(second, 7n * TOKEN)];
  await expect(campaigns.pay(id, ...tooMuch)).rejects.toThrow("BudgetExceeded");
  expect(await campaigns.pay(id, reward(first, 13n * TOKEN))).toEqual(["PAID"]);
  await expect(campaigns.pay(id, reward(first, 1n))).rejects.toThrow("BudgetExceeded");
  expect([await system.balance(first), await system.balance(second)]).toEqual([16n * TOKEN, 4n * TOKEN]);
});

test("an ended campaign stays ended, and its remainder goes back to the merchant once", async () => {
  const { system, campaigns, free, stranger: wallet } = await start();
  const { contract, manager: operator } = campaigns;
  const id = await campaigns.open({ budget: 20n * TOKEN });
  await campaigns.pay(id, reward(wallet, 12n * TOKEN));
  await send(contract.pause_campaign({ operator, id }));
  await send(contract.resume_campaign({ operator, id }));
  await expect(send(contract.settle({ operator, id }))).rejects.toThrow("InvalidTransition");

  await send(contract.end({ operator, id }));
  await expect(campaigns.pay(id, reward(wallet, TOKEN))).rejects.toThrow("NotActive");
  await expect(send(contract.resume_campaign({ operator, id }))).rejects.toThrow("InvalidTransition");
  expect(await free()).toBe(0n);
  expect(await send(contract.settle({ operator, id }))).toBe(8n * TOKEN);
  await expect(send(contract.settle({ operator, id }))).rejects.toThrow("InvalidTransition");

  expect(await free()).toBe(8n * TOKEN);
  expect(await read(contract.get({ id }))).toMatchObject({ status: Status.Settled, spent: 12n * TOKEN });
  const paid = { number: FIRST + 1, reference: Buffer.from(REFERENCE).toString("hex"), result: "PAID" };
  expect(await system.events("campaign")).toEqual([
    ["campaign_created", expect.objectContaining({ campaign: "1", merchant: "1", budget: "200000000", operator })],
    ["reward", expect.objectContaining({ campaign: "1", seq: "1", paid: "120000000", payments: [paid] })],
    ["campaign_status", { campaign: "1", status: "Paused", operator }],
    ["campaign_status", { campaign: "1", status: "Active", operator }],
    ["campaign_status", { campaign: "1", status: "Ended", operator }],
    ["campaign_settled", { campaign: "1", spent: "120000000", remainder: "80000000", operator }],
  ]);
});

test("a wallet receives at most its cap, and what it could not receive doesn't count", async () => {
  const { system, campaigns } = await start();
  const wallet = await system.holder();
  const late = await new Wallet(system.ledger.url).fund();
  const id = await campaigns.open({ budget: 100n * TOKEN, per_wallet_cap: 5n * TOKEN });
  const pay = (...amounts: [Wallet, bigint][]) =>
    campaigns.pay(id, ...amounts.map(([to, tokens]) => reward(to, tokens * TOKEN)));
  expect(await pay([wallet, 2n], [wallet, 4n], [late, 5n])).toEqual(["PAID", "WALLET_CAP", "NO_TRUSTLINE"]);
  await late.trust(system.asset);
  expect(await pay([wallet, 4n], [late, 5n])).toEqual(["WALLET_CAP", "PAID"]);
  expect(await campaigns.pay(id, reward(wallet, 3n * TOKEN), reward(late, 1n))).toEqual(["PAID", "WALLET_CAP"]);

  expect([await system.balance(wallet), await system.balance(late)]).toEqual([5n * TOKEN, 5n * TOKEN]);
  const spent = campaigns.contract.wallet_spent({ id, wallet: wallet.address });
  expect(await read(spent)).toBe(5n * TOKEN);
});

test("outside its window a campaign pays nothing; after it anyone ends and settles it", async () => {
  const { system, campaigns, free, stranger } = await start();
  const now = await system.now();
  const window = { starts_at: now + BigInt(DAY), ends_at: now + BigInt(3 * DAY) };
  const id = await campaigns.open({ budget: 5n * TOKEN, ...window });
  const pay = () => campaigns.pay(id, reward(stranger, TOKEN));
  const asStranger = system.as(Campaign, "campaign", stranger.keypair);
  const operator = stranger.address;

  await expect(pay()).rejects.toThrow("OutsideWindow");
  await system.travel(2 * DAY);
  expect(await pay()).toEqual(["PAID"]);
  await expect(send(asStranger.end({ operator, id }))).rejects.toThrow("Unauthorized, contract error 14000");
  await system.travel(DAY);
  await expect(pay()).rejects.toThrow("OutsideWindow");
  await send(asStranger.end({ operator, id }));
  await send(asStranger.settle({ operator, id }));
  expect(await free()).toBe(4n * TOKEN);
});

test("a repeated creation returns the same campaign; its reference can't be used for another", async () => {
  const { system, campaigns, free } = await start();
  await system.fundMerchant(MERCHANT, 10n * TOKEN);
  const now = await system.now();
  const terms = { budget: 4n * TOKEN, starts_at: now, ends_at: now + BigInt(DAY) };
  const id = await campaigns.create(1, terms);
  expect(await campaigns.create(1, terms)).toBe(id);
  expect(await free()).toBe(6n * TOKEN);
  await expect(campaigns.create(1, { ...terms, budget: 5n * TOKEN })).rejects.toThrow("ReferenceTaken");
  expect(await campaigns.create(2, terms)).not.toBe(id);
  expect(await read(campaigns.contract.by_reference({ reference: new Uint8Array(32).fill(1) }))).toBe(id);
});
