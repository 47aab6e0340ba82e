import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Cli } from "../support/cli.ts";
import { startWorld } from "../support/fixture.ts";
import type { Http } from "../support/http.ts";
import { until } from "../support/processes.ts";
import type { Wallet } from "../support/wallet.ts";
import type { World } from "../support/world.ts";

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
async function killedAt(point: string): Promise<{ world: World; merchant: Http; wallet: Wallet; id: number }> {
  const world = await startWorld();
  const merchant = await world.merchant();
  const wallet = await world.wallet();
  const campaign_id = await world.campaign(merchant);
  await world.server.kill("SIGTERM");
  await world.startServer({ MERIT_FAULT: point });
  const { body } = await merchant.post("/rewards/issue", reward(campaign_id, wallet, "once"));
  await world.server.exited();
  return { world, merchant, wallet, id: body.id };
}

test("a stored transaction that nobody sent in time is laid to rest, then the reward is paid by a new one", async () => {
  const { world, merchant, wallet, id } = await killedAt("after-stored");
  expect(await wallet.balance(world.asset)).toBe(0n);
  await world.ledger.increaseTime(PAST_ALL_BOUNDS);
  await world.startServer();
  await world.settled(merchant, id, "confirmed", 90_000);
  expect(await wallet.balance(world.asset)).toBe(STROOPS);
});

test("a transaction that landed is found again long after its bounds", async () => {
  const { world, merchant, wallet, id } = await killedAt("after-sent");
  await world.ledger.increaseTime(PAST_ALL_BOUNDS);
  await world.startServer();
  await world.settled(merchant, id, "confirmed", 90_000);
  expect(await wallet.balance(world.asset)).toBe(STROOPS);
});

test("on a restored database nothing is accepted or paid: its numbers stand for other rewards on the ledger", async () => {
  const world = await startWorld();
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

  await world.startServer({}, "health");
  const answer = await merchant.post("/rewards/issue", reward(campaign_id, wallet, "after the restore"));
  expect(answer.status).toBe(503);
  expect(answer.body.code).toBe("reconciling");
  expect(answer.headers.get("retry-after")).not.toBeNull();
  expect(world.server.output).toContain("payouts are shut");
  expect(await wallet.balance(world.asset)).toBe(STROOPS);

  const machine = new Cli(world.api.base);
  expect(await machine.json("reconcile", "--data", world.folder)).toEqual({ allowed: true });
  const again = await until(async () => {
    const { status, body } = await merchant.post("/rewards/issue", reward(campaign_id, wallet, "forgotten"));
    return status === 503 ? undefined : { status, body };
  });
  expect(again).toMatchObject({ status: 200, body: { status: "confirmed" } });
  expect(await wallet.balance(world.asset)).toBe(STROOPS);
});
