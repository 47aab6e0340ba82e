import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Campaign } from "../campaigns/store.ts";
import type { Channel } from "../chain/channels.ts";
import { CallRefused } from "../chain/errors.ts";
import { jobs } from "../db/schema.ts";
import { accept } from "../rewards/accept.ts";
import * as issuances from "../rewards/store.ts";
import { newWallet } from "../testing/chain.ts";
import { claimRewards, createCrew, type TestLedger } from "../testing/crew.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../testing/world.ts";
import type { Crew } from "./crew.ts";
import type { Payment } from "./payments.ts";
import { payoutErrors } from "./payout-refusals.ts";
import { selectPayable } from "./payout-selection.ts";
import * as reasons from "./reasons.ts";

const channel = {} as Channel;
const HOUR_MS = 3_600_000;

let world: World;
let crew: Crew;
let ledger: TestLedger;
let merchantId: number;
beforeEach(async () => {
  world = createWorld();
  ({ crew, ledger } = createCrew(world));
  merchantId = (await createMerchant(world.context)).merchant.id;
});
afterEach(() => world[Symbol.asyncDispose]());

/** A claimed batch of one reward per wallet. */
async function batchFor(campaign: Campaign, wallets: string[]): Promise<Payment[]> {
  for (const [index, wallet_address] of wallets.entries()) {
    const reward = { campaign_id: campaign.id, wallet_address, amount: 10n, user_id: null };
    await accept(world.context, merchantId, { ...reward, idempotency_key: `${campaign.id}-${index}` });
  }
  return (await claimRewards(world, campaign.id)).payments;
}

const select = (campaign: Campaign, payments: Payment[]) => selectPayable(crew, campaign, channel, payments);
const issuanceOf = ({ issuance }: Payment) => world.context.db.read((store) => issuances.byId(store, issuance.id));
const jobsLeft = () =>
  world.context.db.read(async (store) => (await store.select().from(jobs)).filter(({ queue }) => /reward/.test(queue)));
const one = ([payment]: Payment[]) => payment as Payment;

describe("a refusal for the campaign's window", () => {
  const outside = new CallRefused("Error(Contract, #14021)", payoutErrors.outsideWindow);

  it("at the start, from a node that is a ledger behind, is a short wait and no attempt", async () => {
    const campaign = await createCampaign(world.context, merchantId);
    const payments = await batchFor(campaign, [newWallet()]);
    expect(await issuanceOf(one(payments))).toMatchObject({ attempts: 1 });
    ledger.simulations = [outside];
    expect(await select(campaign, payments)).toEqual({ kind: "none" });
    const error_message = reasons.notStarted(campaign.starts_at);
    expect(await issuanceOf(one(payments))).toMatchObject({ status: "pending", attempts: 0, error_message });
    const [job] = await jobsLeft();
    expect(job).toMatchObject({ attempts: 0, lease_owner: null });
    expect((job?.run_at.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(2_000);
  });

  it("before the start is a wait for it and no attempt", async () => {
    const starts_at = new Date(Date.now() + HOUR_MS / 2);
    const campaign = await createCampaign(world.context, merchantId, { starts_at });
    const payments = await batchFor(campaign, [newWallet()]);
    ledger.simulations = [outside];
    expect(await select(campaign, payments)).toEqual({ kind: "none" });
    expect(await issuanceOf(one(payments))).toMatchObject({ status: "pending", attempts: 0 });
    expect(await jobsLeft()).toHaveLength(1);
  });

  it("at the end, by the ledger's clock, is the end of the reward", async () => {
    const ends_at = new Date(Math.ceil(Date.now() / 1000) * 1000 + HOUR_MS);
    const campaign = await createCampaign(world.context, merchantId, { ends_at });
    const payments = await batchFor(campaign, [newWallet()]);
    world.chain.closeTime = campaign.ends_at;
    ledger.simulations = [outside];
    expect(await select(campaign, payments)).toEqual({ kind: "none" });
    const error_message = reasons.campaignExpired(campaign.ends_at);
    expect(await issuanceOf(one(payments))).toMatchObject({ status: "failed", error_message });
    expect(await jobsLeft()).toEqual([]);
  });
});

describe("a wallet's cap", () => {
  it("is not final while another payment to the wallet is left out: without that one there may be room", async () => {
    const campaign = await createCampaign(world.context, merchantId, { per_wallet_cap: 25n });
    const wallet = newWallet();
    const payments = await batchFor(campaign, [wallet, wallet, wallet, newWallet()]);
    const [paid, full, capped, other] = payments as [Payment, Payment, Payment, Payment];
    ledger.simulations = [
      ["PAID", "LINE_FULL", "WALLET_CAP", "PAID"],
      ["PAID", "PAID", "PAID"],
    ];
    expect(await select(campaign, payments)).toMatchObject({ kind: "ready", payments: [paid, capped, other] });
    expect(await issuanceOf(capped)).toMatchObject({ status: "pending", error_message: null });
    expect((await issuanceOf(full))?.error_message).toContain("no room");
  });

  it("is final when the wallet's other payments would be paid, or when it still binds without them", async () => {
    const campaign = await createCampaign(world.context, merchantId, { per_wallet_cap: 10n });
    const wallet = newWallet();
    const payments = await batchFor(campaign, [wallet, wallet, wallet]);
    const [paid, full, capped] = payments as [Payment, Payment, Payment];
    ledger.simulations = [["PAID", "LINE_FULL", "WALLET_CAP"], ["PAID", "WALLET_CAP"], ["PAID"]];
    expect(await select(campaign, payments)).toMatchObject({ kind: "ready", payments: [paid] });
    expect(await issuanceOf(full)).toMatchObject({ status: "pending" });
    expect(await issuanceOf(capped)).toMatchObject({ status: "failed", error_message: reasons.walletCap });
  });
});
