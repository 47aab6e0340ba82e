import { Keypair } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { sharedWorld, startWorld } from "../support/fixture.ts";
import { until } from "../support/processes.ts";

const open = sharedWorld();

const reward = (campaign_id: number, wallet_address: string, amount = "5") => ({
  idempotency_key: crypto.randomUUID(),
  campaign_id,
  wallet_address,
  amount,
});

test("an expired campaign's issuance is accepted and fails with its reason", async () => {
  const world = await open();
  const merchant = await world.merchant();
  const wallet = await world.wallet();
  const ends_at = new Date((await world.ledgerTime()) + 3_600_000).toISOString();
  const campaign = await world.campaign(merchant, { ends_at });
  await world.ledger.increaseTime(3_601);

  const issued = await merchant.post("/rewards/issue", reward(campaign, wallet.address));
  expect(issued.status).toBe(202);
  const record = await world.settled(merchant, issued.body.id, "failed");
  expect(record.error_message).toMatch(/ended/i);
  expect(await wallet.balance(world.asset)).toBe(0n);
});

test("a campaign above the balance is refused at once, with both amounts", async () => {
  const world = await open();
  const merchant = await world.merchant();
  // Until the service has recorded the grant, it counts it twice.
  await until(async () => {
    const { body } = await merchant.get("/merchants/me/balance");
    return body.free === "1000000" && body.incoming === "0" ? true : undefined;
  });
  const now = await world.ledgerTime();
  const { status, body } = await merchant.post("/campaigns", {
    name: "Too big",
    budget: "1000000.0000001",
    starts_at: new Date(now).toISOString(),
    ends_at: new Date(now + 86_400_000).toISOString(),
  });
  expect({ status, body }).toMatchObject({ status: 409, body: { code: "balance_short" } });
  expect(body.detail).toMatch(/ is 1000000, .* 1000000\.0000001/);
});

test("an inactive campaign's issuance fails", async () => {
  const world = await open();
  const merchant = await world.merchant();
  const wallet = await world.wallet();
  const campaign = await world.campaign(merchant);
  await merchant.post(`/campaigns/${campaign}/steps`, { step: "pause" });
  await until(async () => {
    const { body } = await merchant.get(`/campaigns/me/${campaign}`);
    return body.status === "paused" ? true : undefined;
  });

  const issued = await merchant.post("/rewards/issue", reward(campaign, wallet.address));
  expect(issued.status).toBe(202);
  const record = await world.settled(merchant, issued.body.id, "failed");
  expect(record.error_message).toMatch(/only an active campaign/i);
});

test("without a trustline it is retried, then fails into the dead-letter queue; redriven after the trustline is there, it is paid", async () => {
  // A world of its own: in the other one a test has moved the ledger's clock, and a campaign of now begins with a later ledger.
  const world = await startWorld();
  const merchant = await world.merchant();
  const wallet = await world.wallet({ trustline: false });
  const campaign = await world.campaign(merchant);
  const issued = await merchant.post("/rewards/issue", reward(campaign, wallet.address));

  const nowhere = reward(campaign, Keypair.random().publicKey());
  const refused = await merchant.post("/rewards/distribute", nowhere);
  expect(refused.body).toMatchObject({ code: "trustline_missing", detail: expect.stringContaining("has no account") });

  const record = await world.settled(merchant, issued.body.id, "failed");
  expect(record.attempts).toBe(6);
  expect(record.error_message).not.toContain("has no account");
  expect(record.error_message).toMatch(/trustline/i);
  const { body: dead } = await merchant.get("/rewards/issuances?dead_letter=true");
  expect(dead.data).toHaveLength(1);
  expect(dead.data[0]).toMatchObject({ id: issued.body.id, attempts: 6 });
  expect((await merchant.get(`/campaigns/me/${campaign}`)).body.spent).toBe("0");

  await wallet.trust(world.asset);
  const redriven = await merchant.post(`/rewards/issuances/${issued.body.id}/redrive`);
  expect(redriven.status).toBeLessThan(300);
  await world.settled(merchant, issued.body.id, "confirmed");
  expect(await wallet.balance(world.asset)).toBe(50_000_000n);
});

test("one wallet that can't be paid never holds up the others", async () => {
  const world = await open();
  const merchant = await world.merchant();
  const campaign = await world.campaign(merchant);
  const good = await Promise.all([world.wallet(), world.wallet(), world.wallet()]);
  const untrusting = await world.wallet({ trustline: false });
  const full = await (await world.wallet({ trustline: false })).trust(world.asset, "1");

  const issue = async (address: string) => (await merchant.post("/rewards/issue", reward(campaign, address))).body.id;
  const ids = await Promise.all(good.map((wallet) => issue(wallet.address)));
  const bad = await Promise.all([untrusting, full].map((wallet) => issue(wallet.address)));

  for (const id of ids) await world.settled(merchant, id, "confirmed");
  const [noTrustline, lineFull] = [
    await world.settled(merchant, bad[0], "failed"),
    await world.settled(merchant, bad[1], "failed"),
  ];
  expect(noTrustline.error_message).toMatch(/trustline/i);
  expect(lineFull.error_message).toMatch(/limit/i);
  for (const wallet of good) expect(await wallet.balance(world.asset)).toBe(50_000_000n);
});

test("a budget is never promised twice", async () => {
  const world = await open();
  const merchant = await world.merchant();
  const wallet = await world.wallet();
  const campaign = await world.campaign(merchant, { budget: "10" });

  const answers = await Promise.all(
    Array.from({ length: 5 }, () => merchant.post("/rewards/issue", reward(campaign, wallet.address, "3"))),
  );
  const accepted = answers.filter((answer) => answer.status === 202);
  const refused = answers.filter((answer) => answer.status === 409);
  expect([accepted.length, refused.length]).toEqual([3, 2]);
  for (const answer of refused) expect(answer.body.code).toBe("budget_exhausted");
  for (const answer of accepted) await world.settled(merchant, answer.body.id, "confirmed");
  expect(await wallet.balance(world.asset)).toBe(90_000_000n);
});

test("a merchant's campaigns wait once their fees have used up the day's budget, and another merchant's continue", async () => {
  const world = await startWorld({ MERCHANT_FEE_BUDGET_XLM: "3" });
  const [spender, other] = [await world.merchant(), await world.merchant()];
  const now = await world.ledgerTime();
  const campaign = {
    ...{ name: "One of many", budget: "1", starts_at: new Date(now).toISOString() },
    ends_at: new Date(now + 86_400_000).toISOString(),
  };
  const waiting = await until(async () => {
    const { status, body } = await spender.post("/campaigns", campaign);
    expect(status).toBe(201);
    return until(async () => {
      const { body: found } = await spender.get(`/campaigns/me/${body.id}`);
      if (found.status === "active") return "active";
      return found.error_message === null ? undefined : found;
    }).then((found) => (found === "active" ? undefined : found));
  });
  expect(waiting).toMatchObject({ status: "pending", error_message: expect.stringContaining("today's budget") });
  expect(JSON.stringify((await world.api.get("/ready")).body)).toContain("MERCHANT_FEE_BUDGET_XLM");
  await world.campaign(other);
});
