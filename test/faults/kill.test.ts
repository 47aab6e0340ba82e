import { expect, test } from "vitest";
import { sharedWorld } from "../support/fixture.ts";
import type { Http } from "../support/http.ts";
import type { Wallet } from "../support/wallet.ts";
import type { World } from "../support/world.ts";

const AMOUNT = "7";
const STROOPS = 70_000_000n;

const open = sharedWorld();

/** A merchant, a wallet, and what asks for a reward; `terms` are the campaign's. */
async function prepare(terms = {}) {
  const world = await open();
  const merchant = await world.merchant();
  const wallet = await world.wallet();
  const campaign_id = await world.campaign(merchant, terms);
  const body = { idempotency_key: "kill", campaign_id, wallet_address: wallet.address, amount: AMOUNT };
  const issue = () => merchant.post("/rewards/issue", body);
  return { world, merchant, wallet, campaign_id, issue };
}

/** Exactly one payment on the ledger, nothing lost: the record, the wallet, the campaign and the events agree. */
async function expectPaidOnce(world: World, merchant: Http, wallet: Wallet, id: number): Promise<void> {
  const record = await world.settled(merchant, id, "confirmed");
  expect(await wallet.balance(world.asset)).toBe(STROOPS);
  expect(record.tx_hash).toMatch(/^[0-9a-f]{64}$/);
  const { body: campaign } = await merchant.get(`/campaigns/me/${record.campaign_id}`);
  expect(campaign.spent).toBe(AMOUNT);
  const transaction = await world.ledger.call<{ status: string }>("getTransaction", { hash: record.tx_hash });
  expect(transaction.status).toBe("SUCCESS");
  const events = await world.contractEvents(merchant, `type=reward&campaign_id=${record.campaign_id}`);
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({ contract: "campaign", tx_hash: record.tx_hash, data: { paid: String(STROOPS) } });
}

// Points at which the worker kills its own process with SIGKILL: when the reward is accepted and no worker has it yet, and at each
// step until the ledger has it.
for (const point of ["before-claim", "after-claim", "after-stored", "after-closed"] as const) {
  test(`killed ${point}: exactly one payment after the restart`, async () => {
    const { world, merchant, wallet, issue } = await prepare();
    await world.arm(point);
    await world.killedItself(issue());

    await world.startServer();
    const again = await issue();
    expect(again.status).toBe(200);
    await expectPaidOnce(world, merchant, wallet, again.body.id);
  });
}

test("killed when it was sent and no ledger has closed yet: exactly one payment after the restart", async () => {
  const { world, merchant, wallet, issue } = await prepare();
  await world.arm("after-sent");
  await world.ledger.setCloseMode("manual");
  await world.killedItself(issue());
  expect(await wallet.balance(world.asset)).toBe(0n);

  // It isn't ready before it knows the outcome of that transaction.
  await world.startServer({}, "health");
  const { status, body: ready } = await world.api.get("/ready");
  expect({ status, worker: ready.checks.worker.status }).toEqual({ status: 503, worker: "failed" });
  const list = async () => (await merchant.get("/rewards/issuances")).body.data;
  const [issued] = await list();
  expect(issued.status).toBe("pending");
  await world.ledger.call("localnet_closeLedger");
  await world.ledger.setCloseMode("instant");
  await expectPaidOnce(world, merchant, wallet, issued.id);
});

test("killed after the 202, while the reward waits for its campaign: it is kept, and paid once", async () => {
  const world = await open();
  const starts_at = new Date((await world.ledgerTime()) + 3_600_000).toISOString();
  const { merchant, wallet, issue } = await prepare({ starts_at });
  const { status, body: issued } = await issue();
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
  const { world, merchant, wallet, campaign_id, issue } = await prepare();
  const { body: issued } = await issue();
  await world.settled(merchant, issued.id, "confirmed");
  await world.ledger.kill();
  await world.ledger.start();
  await expectPaidOnce(world, merchant, wallet, issued.id);

  const next = await merchant.post("/rewards/issue", {
    ...{ idempotency_key: "next", campaign_id, wallet_address: wallet.address, amount: "1" },
  });
  await world.settled(merchant, next.body.id, "confirmed");
  expect(await wallet.balance(world.asset)).toBe(STROOPS + 10_000_000n);
});

test("the ledger is down while rewards are accepted: they are paid when it is back", async () => {
  const { world, merchant, wallet, issue } = await prepare();
  await world.ledger.kill();
  const answer = await issue();
  expect(answer.status).toBe(202);
  await world.ledger.start();
  await expectPaidOnce(world, merchant, wallet, answer.body.id);
});
