import { expect, test } from "vitest";
import { sharedWorld } from "../support/fixture.ts";
import { Operator } from "../support/operator.ts";
import { until } from "../support/processes.ts";

const DAY = 86_400;

const open = sharedWorld();

test("a campaign that was paused only on the ledger pays nothing and says why", async () => {
  const world = await open();
  const merchant = await world.merchant();
  const campaign_id = await world.campaign(merchant);
  const { body: campaign } = await merchant.get(`/campaigns/me/${campaign_id}`);
  await new Operator(world).pauseCampaign(campaign.contract_campaign_id);

  const wallet = await world.wallet();
  const body = { idempotency_key: "paused", campaign_id, wallet_address: wallet.address, amount: "6" };
  const { body: issued } = await merchant.post("/rewards/issue", body);
  const failed = await world.settled(merchant, issued.id, "failed");
  expect(failed.error_message).toMatch(/not active/i);
  expect(await wallet.balance(world.asset)).toBe(0n);
});

test("a reward over the pool's daily limit waits, says so, and is paid once there is room", async () => {
  const world = await open();
  const merchant = await world.merchant();
  const campaign_id = await world.campaign(merchant);
  // The merchant has no limit of its own, so half of this is open to it.
  await new Operator(world).cutPoolLimit(200_000_000n);
  const issue = async () => {
    const wallet = await world.wallet();
    const body = { idempotency_key: crypto.randomUUID(), campaign_id, wallet_address: wallet.address, amount: "6" };
    return { wallet, id: (await merchant.post("/rewards/issue", body)).body.id };
  };

  const first = await issue();
  await world.settled(merchant, first.id, "confirmed");
  const second = await issue();
  const waiting = await until(async () => {
    const { body } = await merchant.get(`/rewards/issuances/${second.id}`);
    return body.error_message ? body : undefined;
  });
  expect(waiting.status).toBe("pending");
  expect(waiting.error_message).toMatch(/daily withdrawal limit/i);
  expect(waiting.attempts).toBe(1);
  expect(await second.wallet.balance(world.asset)).toBe(0n);

  await world.ledger.increaseTime(DAY + 900);
  await world.settled(merchant, second.id, "confirmed");
  expect(await second.wallet.balance(world.asset)).toBe(60_000_000n);

  // More than fits on any day is refused at once.
  const above = { idempotency_key: "above", campaign_id, wallet_address: second.wallet.address, amount: "10.5" };
  const { status, body } = await merchant.post("/rewards/issue", above);
  expect({ status, body }).toMatchObject({ status: 409, body: { code: "above_daily_limit" } });
  expect(body.detail).toMatch(/10\.5, is above .* 10, so it could never be paid/);
});
