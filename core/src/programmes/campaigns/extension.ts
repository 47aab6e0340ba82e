import { validationFailed } from "../../base/errors.ts";
import { formatAmount } from "../../base/money.ts";
import type { Why } from "../../context/ledger-call.ts";
import type { Store } from "../../store/db/store.ts";
import { askLedger } from "../../store/jobs/ask-ledger.ts";
import { emitIf } from "./events.ts";
import { campaignBusy, campaignExpired, campaignStepNotAllowed } from "./problems.ts";
import { get, wrongEnd } from "./service.ts";
import type { Campaign } from "./store.ts";
import * as rows from "./store.ts";

// More budget and a later end for a campaign on the ledger. Callers, jobs and contract name totals, not differences, so nothing is
// added twice.

/** New budget or end of a campaign; a field that is left out stays. */
export interface Extension {
  /** Stroops. */
  budget?: bigint;
  /** Whole seconds. */
  ends_at?: Date;
}

const EXTENSIBLE = ["active", "paused"] as const;

/** Stroops that an extension takes from the merchant's balance, if it is still to be asked for. */
export const wantedBy = ({ budget, next_budget }: Campaign, wanted: Extension): bigint =>
  next_budget === null ? (wanted.budget ?? budget) - budget : 0n;

/**
 * Asks for an extension: the campaign keeps its terms until the ledger has taken it, and `next_budget` and `next_ends_at` say what it
 * will have. A repeat, while it is on its way or done, does nothing.
 * @throws Problem 404, 409 `campaign_busy`, `campaign_step_not_allowed`, `campaign_expired`, 422 that names the field
 */
export async function request(
  store: Store,
  merchantId: number,
  id: number,
  wanted: Extension,
  { now }: { now: Date },
): Promise<Campaign> {
  const campaign = await get(store, merchantId, id);
  const target = { budget: wanted.budget ?? campaign.budget, ends_at: wanted.ends_at ?? campaign.ends_at };
  if (isSame(target, { budget: campaign.next_budget, ends_at: campaign.next_ends_at })) return campaign;
  if (campaign.next_budget === null && isSame(target, campaign)) return campaign;
  if (!EXTENSIBLE.some((status) => status === campaign.status)) {
    throw campaignStepNotAllowed(id, campaign.status, "extend", EXTENSIBLE);
  }
  if (campaign.ends_at <= now) throw campaignExpired(id, campaign.ends_at);
  requireMore(campaign, target, now);
  const started = await rows.startExtension(store, id, { from: [...EXTENSIBLE], ...target, now });
  if (!started) throw campaignBusy(id, campaign.next_status ?? "another budget or end");
  const added = await askLedger(store, merchantId, { kind: "campaign-extension", campaign_id: id }, now);
  if (!added) throw new Error(`campaign ${id} has a job of another step and none on its way`);
  return started;
}

const isSame = (target: Required<Extension>, { budget, ends_at }: { budget: bigint | null; ends_at: Date | null }) =>
  target.budget === budget && target.ends_at.getTime() === ends_at?.getTime();

function requireMore(campaign: Campaign, target: Required<Extension>, now: Date): void {
  const wrong = target.ends_at > campaign.ends_at ? wrongEnd(target.ends_at, now) : [];
  if (target.budget < campaign.budget) {
    wrong.push({ field: "budget", message: `must be at least ${formatAmount(campaign.budget)}, the present budget` });
  }
  if (target.ends_at < campaign.ends_at) {
    wrong.push({ field: "ends_at", message: `must not be before ${campaign.ends_at.toISOString()}, the present end` });
  }
  if (wrong.length > 0) throw validationFailed(wrong);
}

const NOTHING_NEXT = { next_budget: null, next_ends_at: null };

/** Records that the ledger has taken an extension. */
export async function finish(
  store: Store,
  { id, ends_at: before }: Campaign,
  { budget, ends_at }: Required<Extension>,
  { txHash, now }: { txHash: string | null; now: Date },
): Promise<boolean> {
  const change = { ...NOTHING_NEXT, status_tx_hash: txHash, error_message: null, updated_at: now };
  const changed = await rows.updateExtending(store, id, { ...change, budget, ends_at });
  if (changed && ends_at > before) await rows.extendVouchers(store, id, { before, ends_at });
  return emitIf(store, changed, "extended", id, now);
}

/** Records that the ledger will not take an extension: the campaign stays what it is, with the reason. */
export async function abandon(store: Store, { id }: Campaign, why: Why): Promise<boolean> {
  const changed = await rows.updateExtending(store, id, { ...NOTHING_NEXT, ...why });
  return emitIf(store, changed, "step_failed", id, why.updated_at);
}
