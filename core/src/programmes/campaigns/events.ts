import type { Store } from "../../store/db/store.ts";
import { emit } from "../../store/event-log/store.ts";
import type { ChangeOf } from "../../store/event-log/types.ts";
import { presentOwnCampaign } from "./presenter.ts";
import type { Campaign } from "./store.ts";
import * as rows from "./store.ts";

type Change = ChangeOf<"campaign">;

export async function emitChange(store: Store, change: Change, campaign: Campaign, now: Date): Promise<void> {
  const data = presentOwnCampaign(campaign, now);
  const owner = { merchantId: campaign.merchant_id, userId: null, objectId: campaign.id };
  await emit(store, [{ type: `campaign.${change}`, ...owner, data }], now);
}

/** Emits the change if there was one. @returns whether there was */
export async function emitIf(store: Store, changed: boolean, change: Change, id: number, now: Date): Promise<boolean> {
  const campaign = changed ? await rows.byId(store, id) : undefined;
  if (campaign) await emitChange(store, change, campaign, now);
  return changed;
}

/**
 * Frees an id of the contract for a campaign, if a node had reported it for another one. That one waits for its own id, which the
 * next start finds by its reference; one with rewards keeps what it has.
 */
export async function freeContractId(store: Store, contractCampaignId: number, now: Date): Promise<void> {
  for (const campaign of await rows.failFalse(store, contractCampaignId, now))
    await emitChange(store, "failed", campaign, now);
}
