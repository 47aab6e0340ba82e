import { validationFailed } from "../../base/errors.ts";
import { formatAmount } from "../../base/money.ts";
import type { Store } from "../../store/db/store.ts";
import { emitChange } from "./events.ts";
import { campaignBusy, draftNotDroppable } from "./problems.ts";
import { get, insert, type NewCampaign, requireHold, wrongEnd } from "./service.ts";
import type { Campaign } from "./store.ts";
import * as rows from "./store.ts";

// A draft is the merchant's own plan of a campaign: it is not on the ledger and no money is reserved, so it may
// be changed and dropped. Funding (steps.ts) creates it on the ledger with its budget reserved, in one transaction.

/** @throws Problem 422 if its window is over already */
export const create = (store: Store, merchantId: number, input: NewCampaign, now: Date): Promise<Campaign> =>
  insert(store, merchantId, input, { status: "draft", now });

/** Fields to change; the others stay. */
export type CampaignChange = Partial<NewCampaign>;

/**
 * Changes a campaign: its name at any time, its terms while it is a draft.
 * @throws Problem 404, 409 `campaign_busy` while the draft is being funded, 422 that names the field
 */
export async function update(
  store: Store,
  merchantId: number,
  id: number,
  { name, ...terms }: CampaignChange,
  now: Date,
): Promise<Campaign> {
  const campaign = await get(store, merchantId, id);
  if (name !== undefined) await rows.rename(store, id, name, now);
  const changed = Object.keys(terms);
  if (changed.length === 0) return get(store, merchantId, id);
  if (campaign.status !== "draft") {
    throw validationFailed(changed.map((field) => ({ field, message: fixed(field) })));
  }
  if (campaign.next_status !== null) throw campaignBusy(id, campaign.next_status);
  requireWindow({ ...campaign, ...terms }, now);
  requireHold({ ...campaign, ...terms }, now);
  const updated = await rows.updateDraft(store, id, { ...terms, error_message: null, updated_at: now });
  if (updated) return updated;
  const message = `must be at least ${formatAmount(campaign.reserved)}, which is still reserved for rewards`;
  throw validationFailed([{ field: "budget", message }]);
}

/** Refusal to change a campaign that is no draft. */
const fixed = (field: string) =>
  ["budget", "ends_at"].includes(field)
    ? "is on the ledger: only the step extend of POST /campaigns/<id>/steps can change it"
    : "is on the ledger and can't be changed: only a draft's terms can";

function requireWindow({ starts_at, ends_at }: Pick<NewCampaign, "starts_at" | "ends_at">, now: Date): void {
  if (ends_at <= starts_at) throw validationFailed([{ field: "ends_at", message: "must be later than starts_at" }]);
  const wrong = wrongEnd(ends_at, now);
  if (wrong.length > 0) throw validationFailed(wrong);
}

/** The reason that a discarded draft shows. */
export const GIVEN_UP = "its merchant gave the draft up";

/**
 * Discards a draft for good. Does nothing if it is discarded already, or if the ledger has refused the campaign.
 * @throws Problem 404, 409 `draft_not_droppable` for a campaign that the ledger has, or is to have
 */
export async function drop(store: Store, merchantId: number, id: number, now: Date): Promise<Campaign> {
  const campaign = await get(store, merchantId, id);
  if (campaign.status === "failed") return campaign;
  const givenUp = await rows.updateDraft(store, id, { status: "failed", error_message: GIVEN_UP, updated_at: now });
  if (!givenUp) throw draftNotDroppable(id, campaign.next_status === null ? campaign.status : "being funded");
  await emitChange(store, "failed", givenUp, now);
  return givenUp;
}
