import { expect, test } from "vitest";
import { isRaw } from "../support/events.ts";
import { sharedWorld } from "../support/fixture.ts";
import { until } from "../support/processes.ts";

const open = sharedWorld();

test("a merchant's reward is paid by the contracts, confirmed, indexed and queryable", async () => {
  const world = await open();
  const merchant = await world.merchant();
  const wallet = await world.wallet();
  const campaign = await world.campaign(merchant);

  const issued = await merchant.post("/rewards/issue", {
    idempotency_key: "order-1",
    campaign_id: campaign,
    wallet_address: wallet.address,
    amount: "12.5",
  });
  expect(issued.status).toBe(202);
  expect(issued.body).toEqual({ id: expect.any(Number), status: "pending", idempotency_key: "order-1", tx_hash: null });

  const record = await world.settled(merchant, issued.body.id, "confirmed");
  expect(record).toMatchObject({
    idempotency_key: "order-1",
    campaign_id: campaign,
    wallet_address: wallet.address,
    amount: "12.5",
    attempts: 1,
    error_message: null,
    tx_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(await wallet.balance(world.asset)).toBe(125_000_000n);

  const [event] = await until(async () => {
    const { body } = await merchant.get(`/contract-events?type=reward&tx_hash=${record.tx_hash}`);
    return body.data.length > 0 ? body.data : undefined;
  });
  expect(event).toMatchObject({ contract: "campaign", type: "reward", tx_hash: record.tx_hash });
  expect(event.data.paid).toBe("125000000");

  const { body: shown } = await merchant.get(`/rewards/issuances/${record.id}?timeline=true`);
  const at = expect.any(String);
  expect(shown.timeline).toEqual([
    { step: "accepted", at: record.created_at },
    { step: "claimed", at, attempt: 1 },
    { step: "sent", at },
    { step: "in_ledger", at: event.ledger_closed_at, tx_hash: record.tx_hash, ledger: event.ledger },
    { step: "confirmed", at: record.updated_at },
    { step: "indexed", at: null, event_id: event.id },
  ]);

  const { body: paying } = await merchant.get(`/campaigns/me/${campaign}`);
  expect(paying).toMatchObject({ spent: "12.5", status: "active", budget: "1000" });

  const metrics = await (await fetch(`${world.api.base}/metrics`)).text();
  expect(metrics).toMatch(/^merit_jobs_finished_total\{queue="reward-issuance",result="completed"\} [1-9]/m);
  expect(metrics).toMatch(/^merit_reward_settlement_seconds_count\{status="confirmed"\} [1-9]/m);
});

test("a distribution pays inside the request", async () => {
  const world = await open();
  const merchant = await world.merchant();
  const wallet = await world.wallet();
  const campaign_id = await world.campaign(merchant);
  const body = { campaign_id, wallet_address: wallet.address, amount: "3" };

  const first = await merchant.post("/rewards/distribute", body, { "idempotency-key": "d-1" });
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({ status: "confirmed", tx_hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  const again = await merchant.post("/rewards/distribute", body, { "idempotency-key": "d-1" });
  expect(again.body).toEqual(first.body);
  expect(await wallet.balance(world.asset)).toBe(30_000_000n);
});

test("every public event type of a fresh deployment is decoded", async () => {
  const world = await open();
  const merchant = await world.merchant();
  const newest = await until(async () => {
    const { body } = await merchant.get("/contract-events?limit=100");
    return body.data.length > 0 ? body : undefined;
  });
  const types = new Set<string>();
  for (
    let page = newest;
    ;
    page = (await merchant.get(`/contract-events?limit=100&cursor=${encodeURIComponent(page.next_cursor)}`)).body
  ) {
    expect(page.data.filter(isRaw)).toEqual([]);
    for (const { contract, type } of page.data) types.add(`${contract}:${type}`);
    if (!page.has_more) break;
  }
  expect(types).toContain("token:mint");
});
