import { expect, test } from "vitest";
import { startWorld } from "../support/fixture.ts";
import type { Http } from "../support/http.ts";
import { until } from "../support/processes.ts";
import type { Wallet } from "../support/wallet.ts";
import type { World } from "../support/world.ts";

const AMOUNT = "7";
const STROOPS = 70_000_000n;

async function issue(world: World, merchant: Http, wallet: Wallet): Promise<number> {
  const campaign_id = await world.campaign(merchant);
  const body = { idempotency_key: "kill", campaign_id, wallet_address: wallet.address, amount: AMOUNT };
  const answer = await merchant.post("/rewards/issue", body);
  expect(answer.status).toBe(202);
  return answer.body.id;
}

/** Exactly one payment on the ledger, nothing lost: the record, the wallet, the campaign and the events agree. */
async function expectPaidOnce(world: World, merchant: Http, wallet: Wallet, id: number): Promise<void> {
  const record = await world.settled(merchant, id, "confirmed", 90_000);
  expect(await wallet.balance(world.asset)).toBe(STROOPS);
  expect(record.tx_hash).toMatch(/^[0-9a-f]{64}$/);
  const { body: campaign } = await merchant.get(`/merchants/me/campaigns/${record.campaign_id}`);
  expect(campaign.spent).toBe(AMOUNT);
  const transaction = await world.ledger.call<{ status: string }>("getTransaction", { hash: record.tx_hash });
  expect(transaction.status).toBe("SUCCESS");
  const events = await until(async () => {
    const { body } = await merchant.get("/contract-events?type=reward&limit=100");
    return body.data.length > 0 ? body.data : undefined;
  });
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({ contract: "campaign", tx_hash: record.tx_hash, data: { paid: String(STROOPS) } });
}

/** Stops the service and starts one that kills its own process at `point` of the next payout. */
async function armed(world: World, point: string): Promise<void> {
  await world.server.kill("SIGTERM");
  await world.startServer({ MERIT_FAULT: point });
}

async function killedItself(world: World): Promise<void> {
  await world.server.exited();
  expect(world.server.child.signalCode).toBe("SIGKILL");
}

// Points at which the worker kills its own process with SIGKILL; the last two are between lines that pay.
for (const point of ["after-claim", "after-stored", "after-closed"]) {
  test(`killed ${point}: exactly one payment after the restart`, async () => {
    const world = await startWorld();
    const merchant = await world.merchant();
    const wallet = await world.wallet();
    const campaign_id = await world.campaign(merchant);
    await armed(world, point);

    const body = { idempotency_key: "kill", campaign_id, wallet_address: wallet.address, amount: AMOUNT };
    // The worker may be there before the answer gets out.
    await merchant.post("/rewards/issue", body).catch(() => undefined);
    await killedItself(world);

    await world.startServer();
    const again = await merchant.post("/rewards/issue", body);
    expect(again.status).toBe(200);
    await expectPaidOnce(world, merchant, wallet, again.body.id);
  });
}

test("killed when it was sent and no ledger has closed yet: exactly one payment after the restart", async () => {
  const world = await startWorld();
  const merchant = await world.merchant();
  const wallet = await world.wallet();
  const campaign_id = await world.campaign(merchant);
  await armed(world, "after-sent");
  await world.ledger.call("localnet_setCloseMode", { mode: "manual" });

  const body = { idempotency_key: "kill", campaign_id, wallet_address: wallet.address, amount: AMOUNT };
  const { body: issued } = await merchant.post("/rewards/issue", body);
  await killedItself(world);
  expect(await wallet.balance(world.asset)).toBe(0n);

  // It isn't ready before it knows the outcome of that transaction.
  await world.startServer({}, "health");
  const { status, body: ready } = await world.api.get("/ready");
  expect({ status, worker: ready.checks.worker.status }).toEqual({ status: 503, worker: "failed" });
  expect((await merchant.get(`/rewards/issuances/${issued.id}`)).body.status).toBe("pending");
  await world.ledger.call("localnet_closeLedger");
  await world.ledger.closeEvery(null);
  await expectPaidOnce(world, merchant, wallet, issued.id);
});

test("killed when it was accepted and no worker has it yet: it is kept, and paid once", async () => {
  const world = await startWorld();
  const merchant = await world.merchant();
  const wallet = await world.wallet();
  const campaign_id = await world.campaign(merchant);
  await armed(world, "before-claim");

  const body = { idempotency_key: "kill", campaign_id, wallet_address: wallet.address, amount: AMOUNT };
  // The answer may or may not get out before the process ends.
  await merchant.post("/rewards/issue", body).catch(() => undefined);
  await killedItself(world);

  await world.startServer();
  const again = await merchant.post("/rewards/issue", body);
  expect(again.status).toBe(200);
  await expectPaidOnce(world, merchant, wallet, again.body.id);
});

test("killed after the 202, while the reward waits for its campaign: it is kept, and paid once", async () => {
  const world = await startWorld();
  const merchant = await world.merchant();
  const wallet = await world.wallet();
  const starts_at = new Date((await world.ledgerTime()) + 3_600_000).toISOString();
  const campaign_id = await world.campaign(merchant, { starts_at });
  const body = { idempotency_key: "kill", campaign_id, wallet_address: wallet.address, amount: AMOUNT };
  const { status, body: issued } = await merchant.post("/rewards/issue", body);
  expect(status).toBe(202);
  await world.server.kill("SIGKILL");

  await world.startServer();
  const { body: waiting } = await merchant.get(`/rewards/issuances/${issued.id}`);
  expect(waiting).toMatchObject({ status: "pending", attempts: 0 });
  expect(waiting.error_message).toContain(`starts at ${starts_at}`);
  await world.ledger.increaseTime(3_700);
  await expectPaidOnce(world, merchant, wallet, issued.id);
});

test("the ledger is killed after it answered: what it confirmed is still there", async () => {
  const world = await startWorld();
  const merchant = await world.merchant();
  const wallet = await world.wallet();
  const id = await issue(world, merchant, wallet);
  const record = await world.settled(merchant, id, "confirmed");
  await world.ledger.kill();
  await world.ledger.start();
  await expectPaidOnce(world, merchant, wallet, id);

  const next = await merchant.post("/rewards/issue", {
    ...{ idempotency_key: "next", campaign_id: record.campaign_id, wallet_address: wallet.address, amount: "1" },
  });
  await world.settled(merchant, next.body.id, "confirmed", 60_000);
  expect(await wallet.balance(world.asset)).toBe(STROOPS + 10_000_000n);
});

test("the ledger is down while rewards are accepted: they are paid when it is back", async () => {
  const world = await startWorld();
  const merchant = await world.merchant();
  const wallet = await world.wallet();
  const campaign_id = await world.campaign(merchant);
  await world.ledger.kill();
  const body = { idempotency_key: "later", campaign_id, wallet_address: wallet.address, amount: AMOUNT };
  const answer = await merchant.post("/rewards/issue", body);
  expect(answer.status).toBe(202);
  await world.ledger.start();
  await expectPaidOnce(world, merchant, wallet, answer.body.id);
});
