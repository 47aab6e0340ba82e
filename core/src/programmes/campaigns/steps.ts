import type { Why } from "../../context/ledger-call.ts";
import { requireRoom } from "../../ledger/sending/room.ts";
import type { CampaignStatus } from "../../store/db/schema/campaigns.ts";
import type { Store } from "../../store/db/store.ts";
import { askLedger } from "../../store/jobs/ask-ledger.ts";
import type { CampaignStep } from "../../store/jobs/payloads.ts";
import { emitIf, freeContractId } from "./events.ts";
import { campaignBusy, campaignExpired, campaignStepNotAllowed } from "./problems.ts";
import { get } from "./service.ts";
import type { Campaign } from "./store.ts";
import * as rows from "./store.ts";

interface Step {
  from: CampaignStatus[];
  to: CampaignStatus;
}

/** Steps that a merchant can take with a campaign, as the contract allows them; funding is what puts a draft on the ledger. */
export const steps: Record<CampaignStep, Step> = {
  fund: { from: ["draft"], to: "active" },
  pause: { from: ["active"], to: "paused" },
  resume: { from: ["paused"], to: "active" },
  end: { from: ["active", "paused"], to: "ended" },
  settle: { from: ["ended"], to: "settled" },
};

export type { CampaignStep };

/**
 * Asks for a step: the campaign keeps its status until the ledger has taken it, and `next_status` says where it goes.
 * A repeat, while the step is on its way or done, does nothing.
 * @throws Problem 404, 409 `campaign_busy` while another step is on its way, 409 `campaign_step_not_allowed`, 409
 * `campaign_expired` for a draft whose window is over, 429 `too_many_waiting` for a draft
 */
export async function request(
  store: Store,
  merchantId: number,
  id: number,
  step: CampaignStep,
  { now }: { now: Date },
): Promise<Campaign> {
  const { from, to }: Step = steps[step];
  const campaign = await get(store, merchantId, id);
  if (campaign.next_status === to && from.includes(campaign.status)) return campaign;
  if (campaign.next_status === null && campaign.status === to) return campaign;
  if (step === "fund" && campaign.status === "draft") requireFuture(campaign, now);
  if (step === "fund") await requireRoom(store, merchantId);
  const started = await rows.startStep(store, id, { from, to, now });
  if (!started) {
    if (campaign.next_status !== null) throw campaignBusy(id, campaign.next_status);
    if (campaign.next_budget !== null) throw campaignBusy(id, "another budget or end");
    throw campaignStepNotAllowed(id, campaign.status, step, from);
  }
  const added = await askLedger(store, merchantId, { kind: "campaign-step", campaign_id: id, step }, now);
  if (!added) throw new Error(`campaign ${id} has a job of another step and none on its way`);
  return started;
}

function requireFuture({ id, ends_at }: Campaign, now: Date): void {
  if (ends_at <= now) throw campaignExpired(id, ends_at);
}

/** Records that the ledger has taken a draft: it is a campaign like one that was created there. */
export async function open(
  store: Store,
  id: number,
  { contractCampaignId, txHash, now }: { contractCampaignId: number; txHash: string | null; now: Date },
): Promise<boolean> {
  const { to } = steps.fund;
  if ((await rows.byId(store, id))?.next_status !== to) return false;
  await freeContractId(store, contractCampaignId, now);
  const onLedger = { contract_campaign_id: contractCampaignId, tx_hash: txHash, status_tx_hash: txHash };
  const change = { ...onLedger, status: to, next_status: null, error_message: null, updated_at: now };
  return emitIf(store, await rows.updateStepping(store, id, to, change), "activated", id, now);
}

const changes = {
  fund: "activated",
  pause: "paused",
  resume: "resumed",
  end: "ended",
  settle: "settled",
} as const satisfies Record<CampaignStep, string>;

/** Records that the ledger has taken the step. `remainder`: stroops that settling returned. */
export async function finish(
  store: Store,
  id: number,
  step: CampaignStep,
  { txHash, remainder, now }: { txHash: string | null; remainder?: bigint; now: Date },
): Promise<boolean> {
  const { to } = steps[step];
  const change = { status: to, next_status: null, status_tx_hash: txHash, error_message: null, updated_at: now };
  const settled = remainder === undefined ? change : { ...change, remainder };
  return emitIf(store, await rows.updateStepping(store, id, to, settled), changes[step], id, now);
}

/** Records that the ledger will not take the step: the campaign stays what it is, with the reason. */
export async function abandon(store: Store, id: number, step: CampaignStep, why: Why): Promise<boolean> {
  const changed = await rows.updateStepping(store, id, steps[step].to, { ...why, next_status: null });
  return emitIf(store, changed, "step_failed", id, why.updated_at);
}

/** Notes why a step still waits. */
export const note = (store: Store, id: number, step: CampaignStep, why: Why) =>
  rows.updateStepping(store, id, steps[step].to, why);
