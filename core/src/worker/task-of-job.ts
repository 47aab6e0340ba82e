import { steps } from "../campaigns/steps.ts";
import * as campaigns from "../campaigns/store.ts";
import * as drops from "../drops/store.ts";
import type { Job } from "../jobs/jobs.ts";
import { type Payloads, payloadOf } from "../jobs/payloads.ts";
import * as redemptions from "../redemptions/store.ts";
import { campaignTask, fundTask } from "./campaign.ts";
import { campaignStepTask } from "./campaign-step.ts";
import { dropSweepTask, dropTask } from "./drop.ts";
import { dropClaimTask } from "./drop-claim.ts";
import { grantTask } from "./grant.ts";
import type { Parts } from "./parts.ts";
import { redemptionTask } from "./redemption.ts";
import type { Task } from "./task.ts";

type Payload = Payloads["transaction-submission"];
type DropPayload = Extract<Payload, { drop_id: number }>;
type RedemptionPayload = Extract<Payload, { redemption_id: number }>;
type CampaignPayload = Extract<Payload, { campaign_id: number }>;

/** What a job asks for; undefined if that is done already. */
export async function taskOf(parts: Parts, job: Job): Promise<Task | undefined> {
  const payload = payloadOf({ ...job, queue: "transaction-submission" });
  if (payload.kind === "grant") return grantTask(parts, job, payload);
  if (payload.kind === "redemption") return redemptionTaskOf(parts, job, payload);
  return "drop_id" in payload ? dropTaskOf(parts, job, payload) : campaignTaskOf(parts, job, payload);
}

async function campaignTaskOf(parts: Parts, job: Job, payload: CampaignPayload): Promise<Task | undefined> {
  const campaign = await parts.context.db.read((store) => campaigns.byId(store, payload.campaign_id));
  if (!campaign) return undefined;
  if (payload.kind === "campaign") {
    return campaign.status === "pending" ? campaignTask(parts, job, campaign) : undefined;
  }
  const { step } = payload;
  if (campaign.next_status !== steps[step].to) return undefined;
  return step === "fund" ? fundTask(parts, job, campaign) : campaignStepTask(parts, job, campaign, step);
}

async function dropTaskOf(parts: Parts, job: Job, payload: DropPayload): Promise<Task | undefined> {
  const { db } = parts.context;
  const drop = await db.read((store) => drops.byId(store, payload.drop_id));
  if (!drop) return undefined;
  if (payload.kind === "drop") return drop.status === "pending" ? dropTask(parts, job, drop) : undefined;
  if (payload.kind === "drop-sweep") return drop.status === "sweeping" ? dropSweepTask(parts, job, drop) : undefined;
  const share = await db.read((store) => drops.shareOf(store, drop.id, payload.leaf));
  // Also one whose `claim` event was indexed before the worker saw its own transaction land.
  const isOurs = share?.claim_status === "pending" || share?.claim_status === "claimed";
  return isOurs ? dropClaimTask(parts, job, drop, share) : undefined;
}

/** Whatever its status: the indexer may have seen the end of it before its own transaction is recorded. */
async function redemptionTaskOf(parts: Parts, job: Job, payload: RedemptionPayload): Promise<Task | undefined> {
  const redemption = await parts.context.db.read((store) => redemptions.byId(store, payload.redemption_id));
  return redemption && redemptionTask(parts, job, redemption, payload.step);
}
