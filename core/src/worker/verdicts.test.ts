import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as campaigns from "../campaigns/store.ts";
import { type PaymentResult, paymentResults } from "../chain/rewards.ts";
import * as letters from "../jobs/dead-letters.ts";
import * as jobs from "../jobs/jobs.ts";
import { accept } from "../rewards/accept.ts";
import * as issuances from "../rewards/store.ts";
import { newWallet } from "../testing/chain.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../testing/world.ts";
import { claimBatch, type Payment } from "./payments.ts";
import { applyVerdict, type Verdict, verdictOf } from "./verdicts.ts";

const AMOUNT = 10n;
const asset = { code: "MERIT", issuer: newWallet(), contract_id: "" };

let world: World;
let merchantId: number;
let campaignId: number;
beforeEach(() => issueReward({ WORKER_MAX_ATTEMPTS: "2", WORKER_BACKOFF_SECONDS: "10" }));
afterEach(() => world[Symbol.asyncDispose]());

async function issueReward(env: Record<string, string>) {
  world = createWorld(env);
  merchantId = (await createMerchant(world.context)).merchant.id;
  campaignId = (await createCampaign(world.context, merchantId, { budget: 1000n })).id;
  await accept(world.context, merchantId, {
    idempotency_key: "key",
    campaign_id: campaignId,
    wallet_address: newWallet(),
    amount: AMOUNT,
    user_id: null,
  });
}

const soon = (seconds: number) => new Date(Date.now() + seconds * 1000);

async function claimed(now = soon(1)): Promise<Payment> {
  const batch = await world.context.db.commit((store) =>
    claimBatch(store, { group: String(campaignId), limit: 60, now }),
  );
  const [payment] = batch?.payments ?? [];
  if (!payment) throw new Error("nothing was claimed");
  return payment;
}

const apply = (payment: Payment, verdict: Verdict, now = new Date()) =>
  world.context.db.commit((store) => applyVerdict(store, payment, verdict, { now, settings: world.context.settings }));

async function state(payment: Payment) {
  return world.context.db.read(async (store) => ({
    issuance: await issuances.byId(store, payment.issuance.id),
    campaign: await campaigns.byId(store, campaignId),
    queues: (await jobs.depth(store)).filter(({ queue }) => queue === "reward-issuance"),
    letters: await letters.list(store, "reward-issuance", { limit: 10 }),
  }));
}

it("paid: confirmed with its transaction, the reservation spent, the job gone", async () => {
  const payment = await claimed();
  expect(await apply(payment, { kind: "paid", txHash: "ab" })).toBe(true);
  const { issuance, campaign, queues, letters } = await state(payment);
  expect(issuance).toMatchObject({ status: "confirmed", tx_hash: "ab", attempts: 1, error_message: null });
  expect(campaign).toMatchObject({ spent: AMOUNT, reserved: 0n });
  expect([queues, letters]).toEqual([[], []]);
});

it("again: back-off first, then failed with a dead letter that keeps the cause", async () => {
  const first = await claimed();
  expect(await apply(first, { kind: "again", reason: "no trustline" })).toBe(false);
  const waiting = await state(first);
  expect(waiting.issuance).toMatchObject({ status: "pending", error_message: "no trustline" });
  expect(waiting.campaign?.reserved).toBe(AMOUNT);
  await expect(claimed(soon(5))).rejects.toThrow("nothing was claimed");

  const last = await claimed(soon(15));
  expect(await apply(last, { kind: "again", reason: "still none" })).toBe(true);
  const { issuance, campaign, queues, letters } = await state(last);
  expect(issuance).toMatchObject({ status: "failed", attempts: 2, error_message: "still none" });
  expect(campaign).toMatchObject({ spent: 0n, reserved: 0n });
  expect(queues).toEqual([]);
  expect(letters).toMatchObject([{ queue: "reward-issuance-dlq", reason: "still none", attempts: 2 }]);
});

it("again, with the default settings: a wait of each length, and an attempt after the last one", async () => {
  using _middle = vi.spyOn(Math, "random").mockReturnValue(0.5);
  await world[Symbol.asyncDispose]();
  await issueReward({});
  const waits: number[] = [];
  let now = soon(1);
  for (let payment = await claimed(now); ; payment = await claimed(now)) {
    if (await apply(payment, { kind: "again", reason: "no trustline" }, now)) break;
    const [queue] = (await state(payment)).queues;
    const due = queue?.oldest ?? now;
    waits.push((due.getTime() - now.getTime()) / 1000);
    now = due;
  }
  expect(waits).toEqual([1, 5, 15, 30, 60]);
});

it("wait: the attempt is given back, as often as it takes", async () => {
  for (let round = 0; round < 5; round++) {
    const payment = await claimed(soon(round));
    expect(await apply(payment, { kind: "wait", until: soon(round), reason: "limit" })).toBe(false);
    expect((await state(payment)).issuance).toMatchObject({ status: "pending", error_message: "limit", attempts: 0 });
  }
  expect((await claimed(soon(10))).job.attempts).toBe(1);
});

it("never: failed at once, without a dead letter", async () => {
  const payment = await claimed();
  expect(await apply(payment, { kind: "never", reason: "campaign ended" })).toBe(true);
  const { issuance, campaign, queues, letters } = await state(payment);
  expect(issuance).toMatchObject({ status: "failed", error_message: "campaign ended" });
  expect(campaign?.reserved).toBe(0n);
  expect([queues, letters]).toEqual([[], []]);
});

it("renumber: a number that was never used in the campaign, due at once", async () => {
  const payment = await claimed();
  expect(await apply(payment, { kind: "renumber" })).toBe(false);
  const again = await claimed();
  expect(again.issuance.number).toBeGreaterThan(payment.issuance.number);
  expect(again.issuance.reference).toBe(payment.issuance.reference);
});

it("settles an issuance once, whatever repeats", async () => {
  const payment = await claimed();
  await apply(payment, { kind: "paid", txHash: "ab" });
  await apply(payment, { kind: "never", reason: "late" });
  const { issuance, campaign } = await state(payment);
  expect(issuance).toMatchObject({ status: "confirmed", tx_hash: "ab" });
  expect(campaign).toMatchObject({ spent: AMOUNT, reserved: 0n });
});

it("completes a job whose issuance was settled before, without another attempt", async () => {
  const payment = await claimed();
  await apply(payment, { kind: "wait", until: soon(0), reason: "x" });
  await world.context.db.commit((store) =>
    issuances.move(store, payment.issuance.id, {
      from: "pending",
      to: "confirmed",
      tx_hash: "ab",
      error_message: null,
      now: new Date(),
    }),
  );
  await expect(claimed()).rejects.toThrow("nothing was claimed");
  expect((await state(payment)).queues).toEqual([]);
});

it.each(paymentResults.map((result) => [result]))("%s has a verdict that fits", (result) => {
  const expected: Record<PaymentResult, Verdict["kind"]> = {
    PAID: "paid",
    ALREADY_SAME: "paid",
    NUMBER_TAKEN: "renumber",
    NO_TRUSTLINE: "again",
    NOT_AUTHORIZED: "again",
    LINE_FULL: "again",
    OTHER: "again",
    WALLET_CAP: "never",
    REFUSED: "never",
  };
  const verdict = verdictOf(result, asset, "ab");
  expect(verdict.kind).toBe(expected[result]);
  if (result === "PAID") expect(verdict).toMatchObject({ txHash: "ab" });
  // Paid before, so by another transaction than this one.
  if (result === "ALREADY_SAME") expect(verdict).toMatchObject({ txHash: null });
  if (result === "NO_TRUSTLINE") {
    expect(verdict).toMatchObject({
      reason: expect.stringContaining(`MERIT:${asset.issuer}; ask its owner to add one`),
    });
  }
});
