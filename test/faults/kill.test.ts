import { expect, test } from "vitest";
import { startWorld } from "../support/fixture.ts";
import type { Http } from "../support/http.ts";
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
}

// Points at which the worker kills its own process with SIGKILL; the last three stand between lines that pay.
for (const point of ["after-claim", "after-stored", "after-sent", "after-closed"]) {
  test(`killed ${point}: exactly one payment after the restart`, async () => {
    const world = await startWorld();
    const merchant = await world.merchant();
    const wallet = await world.wallet();
    const campaign_id = await world.campaign(merchant);
    await world.server.kill("SIGTERM");
    await world.startServer({ MERIT_FAULT: point });

    const body = { idempotency_key: "kill", campaign_id, wallet_address: wallet.address, amount: AMOUNT };
    const answer = await merchant.post("/rewards/issue", body);
    expect(answer.status).toBe(202);
    await world.server.exited();
    expect(world.server.child.signalCode).toBe("SIGKILL");

    await world.startServer();
    await expectPaidOnce(world, merchant, wallet, answer.body.id);
  });
}

test("killed right after the 202: exactly one payment after the restart", async () => {
  const world = await startWorld();
  const merchant = await world.merchant();
  const wallet = await world.wallet();
  const id = await issue(world, merchant, wallet);
  await world.server.kill("SIGKILL");
  await world.startServer();
  await expectPaidOnce(world, merchant, wallet, id);
});

test("the ledger is killed after it answered: what it answered is still there", async () => {
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

test("the ledger is away while rewards are accepted: they are paid when it is back", async () => {
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
