import type { LedgerCall } from "../context/ledger-call.ts";
import type { Parts } from "../context/parts.ts";
import { grantCall } from "../parties/merchants/grant.ts";
import { dropCall, dropCancelCall, dropSweepCall } from "../payouts/drops/calls.ts";
import { dropClaimCall } from "../payouts/drops/drop-claim.ts";
import * as drops from "../payouts/drops/store.ts";
import { campaignCall, fundCall } from "../programmes/campaigns/calls.ts";
import { campaignExtensionCall } from "../programmes/campaigns/campaign-extension.ts";
import { campaignStepCall } from "../programmes/campaigns/campaign-step.ts";
import { steps } from "../programmes/campaigns/steps.ts";
import * as campaigns from "../programmes/campaigns/store.ts";
import { contractItemCall } from "../programmes/catalogue/calls.ts";
import * as catalogue from "../programmes/catalogue/store.ts";
import { redemptionCall } from "../programmes/redemptions/calls.ts";
import * as redemptions from "../programmes/redemptions/store.ts";
import { referralCall, referralProgramCall } from "../programmes/referral-programs/calls.ts";
import * as referrals from "../programmes/referral-programs/store.ts";
import type { Job } from "../store/jobs/jobs.ts";
import { type Payloads, payloadOf } from "../store/jobs/payloads.ts";

type Payload = Payloads["transaction-submission"];
type DropPayload = Extract<Payload, { drop_id: number }>;
type RedemptionPayload = Extract<Payload, { redemption_id: number }>;
type ReferralPayload = Extract<Payload, { referral_id: number }>;
type CampaignPayload = Extract<Payload, { campaign_id: number }>;

/** The ledger call that a job asks for; undefined if it is done already. */
export async function callOf(parts: Parts, job: Job): Promise<LedgerCall | undefined> {
  const payload = payloadOf({ ...job, queue: "transaction-submission" });
  if (payload.kind === "grant") return grantCall(parts, job, payload);
  if (payload.kind === "redemption") return redemptionCallOf(parts, job, payload);
  if (payload.kind === "contract-item") {
    const item = await parts.context.db.read((store) => catalogue.byId(store, payload.item_id));
    const change = item?.change;
    if (!item || change?.status !== "pending") return undefined;
    return contractItemCall(parts, job, { item, change, step: payload.step });
  }
  if (payload.kind === "referral") return referralCallOf(parts, job, payload);
  if (payload.kind === "referral-program") {
    const change = await parts.context.db.read((store) => referrals.changeOf(store, payload.merchant_id));
    return change?.status === "pending" ? referralProgramCall(parts, job, change) : undefined;
  }
  return "drop_id" in payload ? dropCallOf(parts, job, payload) : campaignCallOf(parts, job, payload);
}

async function campaignCallOf(parts: Parts, job: Job, payload: CampaignPayload): Promise<LedgerCall | undefined> {
  const campaign = await parts.context.db.read((store) => campaigns.byId(store, payload.campaign_id));
  if (!campaign) return undefined;
  if (payload.kind === "campaign") {
    return campaign.status === "pending" ? campaignCall(parts, job, campaign) : undefined;
  }
  if (payload.kind === "campaign-extension") {
    const { next_budget: budget, next_ends_at: ends_at } = campaign;
    return budget === null || ends_at === null
      ? undefined
      : campaignExtensionCall(parts, job, campaign, { budget, ends_at });
  }
  const { step } = payload;
  if (campaign.next_status !== steps[step].to) return undefined;
  return step === "fund" ? fundCall(parts, job, campaign) : campaignStepCall(parts, job, campaign, step);
}

async function dropCallOf(parts: Parts, job: Job, payload: DropPayload): Promise<LedgerCall | undefined> {
  const { db } = parts.context;
  const drop = await db.read((store) => drops.byId(store, payload.drop_id));
  if (!drop) return undefined;
  if (payload.kind === "drop") return drop.status === "pending" ? dropCall(parts, job, drop) : undefined;
  if (payload.kind === "drop-sweep") return drop.status === "sweeping" ? dropSweepCall(parts, job, drop) : undefined;
  if (payload.kind === "drop-cancel") {
    return drop.status === "cancelling" ? dropCancelCall(parts, job, drop) : undefined;
  }
  const share = await db.read((store) => drops.shareOf(store, drop.id, payload.leaf));
  // Ours too if its `claim` event was indexed before the worker saw its own transaction land.
  const isOurs = share?.claim_status === "pending" || share?.claim_status === "claimed";
  return isOurs ? dropClaimCall(parts, job, drop, share) : undefined;
}

/** The call of a redemption, whatever its status: the indexer may have seen its end before its own transaction is recorded. */
async function redemptionCallOf(parts: Parts, job: Job, payload: RedemptionPayload): Promise<LedgerCall | undefined> {
  const redemption = await parts.context.db.read((store) => redemptions.byId(store, payload.redemption_id));
  return redemption && redemptionCall(parts, job, redemption, payload.step);
}

/** The call of a referral; undefined once the indexer has recorded what the call does. */
async function referralCallOf(parts: Parts, job: Job, payload: ReferralPayload): Promise<LedgerCall | undefined> {
  const referral = await parts.context.db.read((store) => referrals.byId(store, payload.referral_id));
  const isOpen = payload.step === "qualify" ? referral?.status === "qualifying" : referral?.next_status === "revoked";
  return isOpen && referral ? referralCall(parts, job, referral, payload.step) : undefined;
}
