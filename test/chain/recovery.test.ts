import { cpSync } from "node:fs";
import { join } from "node:path";
import type { FaultPoint } from "@merit/core/ledger/sending/fault.ts";
import { expect, test } from "vitest";
import { sharedWorld } from "../support/fixture.ts";
import { until } from "../support/processes.ts";
import type { Wallet } from "../support/wallet.ts";

const open = sharedWorld();

const AMOUNT = "7";
const STROOPS = 70_000_000n;

/** Seconds after which every transaction of the worker is too late for its time bound. */
const PAST_ALL_BOUNDS = 600;

const reward = (campaign_id: number, wallet: Wallet, idempotency_key: string) => ({
  idempotency_key,
  campaign_id,
  wallet_address: wallet.address,
  amount: AMOUNT,
});

/** A reward whose worker was killed at `point`, and that nobody has taken up yet. */
async function killedAt(point: FaultPoint) {
  const world = await open();
  const merchant = await world.merchant();
  const wallet = await world.wallet();
  const campaign_id = await world.campaign(merchant);
  const issue = () => merchant.post("/rewards/issue", reward(campaign_id, wallet, "once"));
  await world.arm(point);
  await world.killedItself(issue());
  return { world, wallet, issue, merchant };
}

test("a stored transaction that was not sent in time is closed, and the reward is paid by a new one", async () => {
  const { world, merchant, wallet, issue } = await killedAt("after-stored");
  expect(await wallet.balance(world.asset)).toBe(0n);
  await world.ledger.increaseTime(PAST_ALL_BOUNDS);
  await world.startServer();
  await world.settled(merchant, (await issue()).body.id, "confirmed");
  expect(await wallet.balance(world.asset)).toBe(STROOPS);
});

test("a transaction that landed is found again long after its bounds", async () => {
  const { world, merchant, wallet, issue } = await killedAt("after-sent");
  await world.ledger.increaseTime(PAST_ALL_BOUNDS);
  await world.startServer();
  await world.settled(merchant, (await issue()).body.id, "confirmed");
  expect(await wallet.balance(world.asset)).toBe(STROOPS);
});

test("a database that was replaced by an older copy learns from the ledger what was paid, and pays nothing twice", async () => {
  const world = await open();
  const merchant = await world.merchant();
  const wallet = await world.wallet();
  const campaign_id = await world.campaign(merchant);
  await world.server.kill("SIGTERM");
  const database = join(world.folder, "local", "merit.db");
  cpSync(database, `${database}.backup`);

  await world.startServer();
  const { body: paid } = await merchant.post("/rewards/issue", reward(campaign_id, wallet, "forgotten"));
  await world.settled(merchant, paid.id, "confirmed");
  await world.server.kill("SIGTERM");
  cpSync(`${database}.backup`, database);

  await world.startServer();
  const other = { ...reward(campaign_id, wallet, "forgotten"), amount: "8" };
  const again = await merchant.post("/rewards/issue", other);
  expect(again).toMatchObject({ status: 200, body: { status: "confirmed" } });
  const record = await until(async () => {
    const { body } = await merchant.get(`/rewards/issuances/${again.body.id}`);
    return body.tx_hash === null ? undefined : body;
  });
  expect(record).toMatchObject({ wallet_address: wallet.address, amount: AMOUNT, idempotency_key: "forgotten" });
  const next = await merchant.post("/rewards/issue", reward(campaign_id, wallet, "next"));
  await world.settled(merchant, next.body.id, "confirmed");
  expect(await wallet.balance(world.asset)).toBe(2n * STROOPS);
  const { body: campaign } = await merchant.get(`/campaigns/me/${campaign_id}`);
  expect(campaign.spent).toBe("14");
});
