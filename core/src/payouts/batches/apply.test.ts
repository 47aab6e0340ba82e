import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { topics } from "../../base/wake.ts";
import * as campaigns from "../../programmes/campaigns/store.ts";
import { jobs as jobTable } from "../../store/db/schema/jobs.ts";
import * as letters from "../../store/jobs/dead-letters.ts";
import * as jobs from "../../store/jobs/jobs.ts";
import { newWallet } from "../../testing/chain.ts";
import { createParts } from "../../testing/parts.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../../testing/world.ts";
import { accept } from "../rewards/accept.ts";
import * as issuances from "../rewards/store.ts";
import { claimBatch } from "./claim.ts";
import type { ClaimedPayment } from "./payment.ts";
import type { Payouts } from "./payouts.ts";
import { apply as applyAll } from "./settle.ts";
import type { Verdict } from "./verdicts.ts";

// Effects of each verdict on issuance, budget and job.

const AMOUNT = 10n;

let world: World;
let payouts: Payouts;
let campaignId: number;
let clock: Date;
beforeEach(() => issueReward({ WORKER_MAX_ATTEMPTS: "2", WORKER_BACKOFF_SECONDS: "10" }));
afterEach(() => world[Symbol.asyncDispose]());

async function issueReward(env: Record<string, string>) {
  world = createWorld(env);
  clock = new Date();
  world.context.clock = { now: () => clock };
  payouts = createParts(world).parts;
  const merchantId = (await createMerchant(world.context)).merchant.id;
  campaignId = (await createCampaign(world.context, merchantId, { budget: 1000n })).id;
  const reward = { idempotency_key: "key", campaign_id: campaignId, wallet_address: newWallet(), amount: AMOUNT };
  await accept(world.context, merchantId, { ...reward, user_id: null });
}

/** Claims the reward some seconds from now. */
async function claimedAfter(seconds = 0): Promise<ClaimedPayment> {
  clock = new Date(clock.getTime() + seconds * 1000);
  const claim = { group: String(campaignId), limit: 60, now: clock };
  const batch = await world.context.db.commit((store) => claimBatch(store, claim));
  const [payment] = batch?.payments ?? [];
  if (!payment) throw new Error("nothing was claimed");
  return payment;
}

const apply = (payment: ClaimedPayment, verdict: Verdict) => applyAll(payouts, [{ payment, verdict }]);

async function state() {
  return world.context.db.read(async (store) => ({
    issuance: await issuances.byId(store, 1),
    campaign: await campaigns.byId(store, campaignId),
    job: await store.select().from(jobTable).where(eq(jobTable.queue, "reward-issuance")).get(),
    letters: await letters.list(store, "reward-issuance", { limit: 10 }),
  }));
}

it("paid: confirmed with its transaction, the reservation spent, the job gone, and waiting callers notified", async () => {
  using told = world.context.wake.subscribe(topics.issuance(1));
  await apply(await claimedAfter(), { kind: "paid", txHash: "ab" });
  const { issuance, campaign, job, letters } = await state();
  expect(issuance).toMatchObject({ status: "confirmed", tx_hash: "ab", attempts: 1, error_message: null });
  expect(campaign).toMatchObject({ spent: AMOUNT, reserved: 0n });
  expect([job, letters]).toEqual([undefined, []]);
  expect(await told.next({ timeoutMs: 1 })).toBe(true);
});

it("again: back-off first, then failed with a dead letter that keeps the cause", async () => {
  await apply(await claimedAfter(), { kind: "again", reason: "no trustline" });
  const waiting = await state();
  expect(waiting.issuance).toMatchObject({ status: "pending", error_message: "no trustline" });
  expect(waiting.campaign?.reserved).toBe(AMOUNT);
  await expect(claimedAfter(5)).rejects.toThrow("nothing was claimed");

  await apply(await claimedAfter(10), { kind: "again", reason: "still none" });
  const { issuance, campaign, job, letters } = await state();
  expect(issuance).toMatchObject({ status: "failed", attempts: 2, error_message: "still none" });
  expect(campaign).toMatchObject({ spent: 0n, reserved: 0n });
  expect(job).toBeUndefined();
  expect(letters).toMatchObject([{ queue: "reward-issuance-dlq", reason: "still none", attempts: 2 }]);
});

it("again, with the default settings: a wait of each length, and an attempt after the last one", async () => {
  using _middle = vi.spyOn(Math, "random").mockReturnValue(0.5);
  await world[Symbol.asyncDispose]();
  await issueReward({});
  const waits: number[] = [];
  for (let payment = await claimedAfter(); ; payment = await claimedAfter(waits.at(-1))) {
    await apply(payment, { kind: "again", reason: "no trustline" });
    const { job } = await state();
    if (!job) break;
    waits.push((job.run_at.getTime() - clock.getTime()) / 1000);
  }
  expect(waits).toEqual([1, 5, 15, 30, 60]);
});

it("wait: never a failure, however many attempts it takes", async () => {
  for (let round = 1; round <= 5; round++) {
    await apply(await claimedAfter(round && 2), { kind: "wait", seconds: 1, reason: "limit" });
    const { issuance, job } = await state();
    expect(issuance).toMatchObject({ status: "pending", error_message: "limit", attempts: round });
    expect(job).toMatchObject({ attempts: round, failures: 0, lease_owner: null });
  }
});

it("wait: until the ledger's time, or for some seconds if that time is unknown", async () => {
  // On testnet the ledger's clock is its own; here it is ten seconds behind.
  Object.assign(world.context.chain, { network: "testnet" });
  world.chain.closeTime = new Date(Math.floor(clock.getTime() / 1000) * 1000 - 10_000);
  const until = new Date(world.chain.closeTime.getTime() + 60_000);
  await apply(await claimedAfter(), { kind: "wait", until, reason: "limit" });
  expect((await state()).job?.run_at).toEqual(new Date(clock.getTime() + 60_000));
  await apply(await claimedAfter(60), { kind: "wait", reason: "the role has ended" });
  expect((await state()).job?.run_at).toEqual(new Date(clock.getTime() + 15_000));
});

it("wait for the system: the operator is told, until it is over for that merchant", async () => {
  const { blocks } = world.context;
  const system = { cause: "limit", detail: "raise the limit" } as const;
  const payment = await claimedAfter();
  await apply(payment, { kind: "wait", reason: "limit", system });
  expect(blocks.list()).toMatchObject([{ cause: "limit", detail: "raise the limit" }]);
  blocks.clear("limit", payment.issuance.merchant_id);
  expect(blocks.list()).toEqual([]);
});

it("never: failed at once, without a dead letter", async () => {
  await apply(await claimedAfter(), { kind: "never", reason: "campaign ended" });
  const { issuance, campaign, job, letters } = await state();
  expect(issuance).toMatchObject({ status: "failed", error_message: "campaign ended" });
  expect(campaign?.reserved).toBe(0n);
  expect([job, letters]).toEqual([undefined, []]);
});

it("settles an issuance once, whatever repeats", async () => {
  const payment = await claimedAfter();
  await apply(payment, { kind: "paid", txHash: "ab" });
  await apply(payment, { kind: "paid", txHash: "cd" });
  await apply(payment, { kind: "never", reason: "late" });
  const { issuance, campaign } = await state();
  expect(issuance).toMatchObject({ status: "confirmed", tx_hash: "ab" });
  expect(campaign).toMatchObject({ spent: AMOUNT, reserved: 0n });
});

it("the verdict of a claim that has ended changes nothing, unless the ledger paid", async () => {
  const late = await claimedAfter();
  await world.context.db.commit((store) => jobs.releaseAll(store));
  await claimedAfter();
  await apply(late, { kind: "never", reason: "late" });
  await apply(late, { kind: "again", reason: "late" });
  expect(await state()).toMatchObject({ issuance: { status: "pending", error_message: null }, job: { failures: 0 } });
  await apply(late, { kind: "paid", txHash: "ab" });
  expect((await state()).issuance).toMatchObject({ status: "confirmed", tx_hash: "ab" });
});

it("completes a job whose issuance was settled before, without another attempt", async () => {
  await apply(await claimedAfter(), { kind: "wait", seconds: 0, reason: "x" });
  const paid = { from: "pending", to: "confirmed", tx_hash: "ab", error_message: null, now: clock } as const;
  await world.context.db.commit((store) => issuances.move(store, [1], paid));
  await expect(claimedAfter()).rejects.toThrow("nothing was claimed");
  expect((await state()).job).toBeUndefined();
});

it("a held reward waits without an attempt of its own until the time given, and is noted as held until it is claimed", async () => {
  const until = new Date(clock.getTime() + 3_600_000);
  const hold = { kind: "hold", reason: "no trustline yet", until } as const;
  await apply(await claimedAfter(), hold);
  const { issuance, job, campaign } = await state();
  expect(issuance).toMatchObject({ status: "pending", error_message: "no trustline yet", held_at: clock });
  expect(job).toMatchObject({ run_at: until, failures: 0 });
  expect(campaign?.reserved).toBe(AMOUNT);

  const payment = await claimedAfter(3_600);
  expect((await state()).issuance?.held_at).toBeNull();
  // The ledger's clock is behind: its time has not come there.
  await apply(payment, hold);
  expect((await state()).job).toMatchObject({ run_at: new Date(clock.getTime() + 15_000), failures: 0 });
});
