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
