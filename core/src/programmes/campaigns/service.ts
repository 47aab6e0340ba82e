import { randomBytes } from "node:crypto";
import { addDays } from "../../base/days.ts";
import { type FieldError, notFound, validationFailed } from "../../base/errors.ts";
import { type Page, toPage } from "../../base/page.ts";
import type { Why } from "../../context/ledger-call.ts";
import { requireRoom } from "../../ledger/sending/room.ts";
import { type campaigns, type campaignTerms, hiddenStatuses } from "../../store/db/schema/campaigns.ts";
import type { Store } from "../../store/db/store.ts";
import { askLedger } from "../../store/jobs/ask-ledger.ts";
import { emitChange, emitIf, freeContractId } from "./events.ts";
import type { Campaign } from "./store.ts";
import * as rows from "./store.ts";

export type { Campaign } from "./store.ts";

/** The fields that its merchant sets. */
export type NewCampaign = Pick<typeof campaigns.$inferInsert, keyof typeof campaignTerms>;

/**
 * Stores a campaign with the job that creates it on the ledger; it is `pending` until that transaction is confirmed.
 * @throws Problem 422 if the campaign is over already, 429 `too_many_waiting`
 */
export async function create(
  store: Store,
  merchantId: number,
  input: NewCampaign,
  { now }: { now: Date },
): Promise<Campaign> {
  await requireRoom(store, merchantId);
  const campaign = await insert(store, merchantId, input, { status: "pending", now });
  await askLedger(store, merchantId, { kind: "campaign", campaign_id: campaign.id }, now);
  return campaign;
}

/** @throws Problem 422 `hold_until` */
export function requireHold(
  {
    on_missing_trustline: rule,
    hold_until,
    ends_at,
  }: Pick<NewCampaign, "on_missing_trustline" | "hold_until" | "ends_at">,
  now: Date,
): void {
  const wrong = (message: string) => validationFailed([{ field: "hold_until", message }]);
  if (!hold_until) return;
  if (rule !== "hold") throw wrong('needs "on_missing_trustline": "hold"');
  if (hold_until > ends_at) throw wrong("must not be later than ends_at");
  if (hold_until <= now) throw wrong("must be in the future");
}

/** The contract's: an end in another unit would never come. */
const MAX_DAYS = 36_600;

/** The errors of an end that a campaign can't have; none if it can. */
export function wrongEnd(ends_at: Date, now: Date): FieldError[] {
  if (ends_at <= now) return [{ field: "ends_at", message: "must be in the future" }];
  const last = addDays(now, MAX_DAYS);
  if (ends_at <= last) return [];
  return [{ field: "ends_at", message: `must not be after ${last.toISOString()}, in a hundred years` }];
}

/** Stores a campaign that the ledger doesn't have. @throws Problem 422 if it is over already, or for `hold_until` */
export async function insert(
  store: Store,
  merchantId: number,
  input: NewCampaign,
  { status, now }: { status: "pending" | "draft"; now: Date },
): Promise<Campaign> {
  const wrong = wrongEnd(input.ends_at, now);
  if (wrong.length > 0) throw validationFailed(wrong);
  requireHold(input, now);
  const campaign = await rows.insert(store, {
    ...input,
    merchant_id: merchantId,
    spent: 0n,
    reserved: 0n,
    status,
    reference: randomBytes(32).toString("hex"),
    created_at: now,
    updated_at: now,
  });
  await emitChange(store, "created", campaign, now);
  return campaign;
}

/** @throws Problem 404 if the merchant has no such campaign */
export async function get(store: Store, merchantId: number, id: number): Promise<Campaign> {
  const campaign = await rows.ownedBy(store, merchantId, id);
  if (!campaign) throw notFound("campaign", id);
  return campaign;
}

/** The merchant's campaigns, newest first. */
export async function list(store: Store, merchantId: number, request: rows.CampaignPage): Promise<Page<Campaign>> {
  return toPage(request, (page) => rows.listOf(store, merchantId, page));
}

/** A merchant's campaigns that everyone may see, newest first. */
export function listPublic(store: Store, merchantId: number, request: rows.CampaignPage): Promise<Page<Campaign>> {
  return toPage({ ...request, isPublic: true }, (page) => rows.listOf(store, merchantId, page));
}

/** @throws Problem 404, also for what only its merchant sees */
export async function getPublic(store: Store, merchantId: number, id: number): Promise<Campaign> {
  const campaign = await get(store, merchantId, id);
  if (hiddenStatuses.includes(campaign.status)) throw notFound("campaign", id);
  return campaign;
}

/** Records that the campaign's transaction is confirmed; false if the campaign wasn't pending. */
export async function activate(
  store: Store,
  id: number,
  { contractCampaignId, txHash, now }: { contractCampaignId: number; txHash: string | null; now: Date },
): Promise<boolean> {
  if ((await rows.byId(store, id))?.status !== "pending") return false;
  await freeContractId(store, contractCampaignId, now);
  const change = { status: "active" as const, contract_campaign_id: contractCampaignId, tx_hash: txHash };
  const changed = await rows.updatePending(store, id, { ...change, error_message: null, updated_at: now });
  return emitIf(store, changed, "activated", id, now);
}

/** Records that the ledger refused the campaign for good; the merchant reads why. False if it wasn't pending. */
export async function fail(store: Store, id: number, why: Why): Promise<boolean> {
  const changed = await rows.updatePending(store, id, { ...why, status: "failed" });
  return emitIf(store, changed, "failed", id, why.updated_at);
}
