import { notFound, validationFailed } from "../../base/errors.ts";
import { atLeast, formatAmount } from "../../base/money.ts";
import { type Page, type PageRequest, toPage } from "../../base/page.ts";
import type { Context } from "../../context/context.ts";
import { issuanceReference } from "../../ledger/chain/issuance-reference.ts";
import * as budget from "../../programmes/campaigns/budget.ts";
import { isOpening } from "../../programmes/campaigns/open.ts";
import {
  aboveDailyLimit,
  budgetExhausted,
  campaignExpired,
  campaignNotActive,
  campaignPending,
} from "../../programmes/campaigns/problems.ts";
import * as campaigns from "../../programmes/campaigns/service.ts";
import type { Store } from "../../store/db/store.ts";
import { hashOf, newCode } from "./codes.ts";
import { emitBatch } from "./events.ts";
import { voucherNotOpen } from "./problems.ts";
import { cancelOne, endBatch } from "./reservations.ts";
import type { Batch, Counts, Voucher, VoucherFilter } from "./store.ts";
import * as rows from "./store.ts";

export type { Voucher } from "./store.ts";

/** The key of a voucher's reward. All of its attempts have the same one, and so the same reference on the ledger: it pays one. */
export const rewardKey = (codeHash: string) => `voucher:${codeHash}`;

export interface NewBatch {
  count: number;
  /** Amount of each voucher, stroops. */
  amount: bigint;
  /** Undefined: when the campaign ends. */
  expires_at?: Date | undefined;
  /** The most that the pool's daily limits let one reward have; undefined if that isn't known. */
  largest?: bigint | undefined;
}

/** A batch with the number of its vouchers in each status. */
export interface CountedBatch {
  batch: Batch;
  counts: Counts;
}

/** A code, which nobody can look up later. */
export interface MadeVoucher {
  id: number;
  code: string;
}

/**
 * Makes vouchers, their whole amount reserved in the campaign's budget.
 * @throws Problem 404, 409 `budget_exhausted` or `above_daily_limit`, 409 for a campaign that is not active, 422 `amount` or `expires_at`
 */
export async function create(
  { clock, settings }: Pick<Context, "clock" | "settings">,
  store: Store,
  merchantId: number,
  campaignId: number,
  { count, amount, expires_at, largest }: NewBatch,
): Promise<CountedBatch & { made: MadeVoucher[] }> {
  const now = clock.now();
  const campaign = await campaigns.get(store, merchantId, campaignId);
  requireLasting(campaign, now);
  const expiry = expires_at ?? campaign.ends_at;
  requireExpiry(expiry, campaign, now);
  if (amount < settings.minReward) {
    throw validationFailed([{ field: "amount", message: atLeast(settings.minReward) }]);
  }
  const { per_wallet_cap } = campaign;
  if (per_wallet_cap !== null && amount > per_wallet_cap) {
    const message = `must be at most ${formatAmount(per_wallet_cap)}, the campaign's per_wallet_cap`;
    throw validationFailed([{ field: "amount", message }]);
  }
  if (largest !== undefined && amount > largest) throw aboveDailyLimit(formatAmount(amount), formatAmount(largest));
  const left = campaign.budget - campaign.spent - campaign.reserved;
  const total = amount * BigInt(count);
  // Compared here as well: the sum may be more than the database can count.
  if (total > left || !(await budget.reserve(store, campaignId, total, now))) {
    throw budgetExhausted(formatAmount(left), `${formatAmount(total)} for all vouchers together`);
  }
  const terms = { amount, count, expires_at: expiry, created_at: now };
  const batch = await rows.insertBatch(store, { merchant_id: merchantId, campaign_id: campaignId, ...terms });
  const codes = Array.from({ length: count }, newCode);
  const added = codes.map((code) => {
    const code_hash = hashOf(code);
    const reference = issuanceReference(merchantId, rewardKey(code_hash));
    const owner = { batch_id: batch.id, campaign_id: campaignId };
    return { ...owner, code_hash, reference, status: "open" as const, updated_at: now };
  });
  const firstId = await rows.insertAll(store, added);
  await emitBatch(store, "created", batch, now);
  const counts = { open: count, redeemed: 0, cancelled: 0, expired: 0 };
  return { batch, counts, made: codes.map((code, index) => ({ id: firstId + index, code })) };
}

/** Requires a campaign that pays now or later: a paused one may go on, and one that starts later will pay. */
function requireLasting(campaign: campaigns.Campaign, now: Date): void {
  const { id, status, ends_at } = campaign;
  if (isOpening(campaign)) throw campaignPending(id);
  if (status !== "active" && status !== "paused") throw campaignNotActive(id, status);
  if (ends_at <= now) throw campaignExpired(id, ends_at);
}

function requireExpiry(expiry: Date, { ends_at }: campaigns.Campaign, now: Date): void {
  const wrong = (message: string) => validationFailed([{ field: "expires_at", message }]);
  if (expiry <= now) throw wrong("must be in the future");
  if (expiry > ends_at) throw wrong(`must not be after ${ends_at.toISOString()}, the campaign's end`);
}

/** A campaign's vouchers, newest first. @throws Problem 404 if the merchant has no such campaign */
export async function list(
  store: Store,
  merchantId: number,
  campaignId: number,
  request: VoucherFilter & PageRequest,
): Promise<Page<Voucher>> {
  await campaigns.get(store, merchantId, campaignId);
  return toPage(request, (page) => rows.listOf(store, campaignId, page));
}

/** @throws Problem 404 if the merchant has no such voucher */
export async function get(store: Store, merchantId: number, id: number): Promise<Voucher> {
  const voucher = await rows.byId(store, id);
  if (voucher?.batch.merchant_id !== merchantId) throw notFound("voucher", id);
  return voucher;
}

/** A campaign's batches, newest first. @throws Problem 404 if the merchant has no such campaign */
export async function listBatches(
  store: Store,
  merchantId: number,
  campaignId: number,
  request: PageRequest,
): Promise<Page<CountedBatch>> {
  await campaigns.get(store, merchantId, campaignId);
  const page = await toPage(request, (asked) => rows.batchesOf(store, campaignId, asked));
  return { ...page, rows: await counted(store, page.rows) };
}

/** @throws Problem 404 if the merchant has no such batch */
export async function getBatch(store: Store, merchantId: number, id: number): Promise<CountedBatch> {
  const batch = await rows.batchById(store, id);
  const [found] = batch?.merchant_id === merchantId ? await counted(store, [batch]) : [];
  if (!found) throw notFound("voucher batch", id);
  return found;
}

async function counted(store: Store, batches: readonly Batch[]): Promise<CountedBatch[]> {
  const counts = await rows.countsOf(store, batches);
  return batches.map((batch) => ({ batch, counts: counts.get(batch.id) as Counts }));
}

/**
 * Cancels one voucher: its code pays nothing more, and its amount is free again. A repeat changes nothing.
 * @throws Problem 404, 409 `voucher_not_open`
 */
export async function cancel(store: Store, merchantId: number, id: number, now: Date): Promise<Voucher> {
  const voucher = await get(store, merchantId, id);
  if (voucher.status !== "cancelled" && !(await cancelOne(store, voucher, now))) {
    throw voucherNotOpen(id, voucher.status);
  }
  return get(store, merchantId, id);
}

/** Cancels all open vouchers of a batch; redeemed ones stay paid. @throws Problem 404 */
export async function cancelBatch(store: Store, merchantId: number, id: number, now: Date): Promise<CountedBatch> {
  const { batch } = await getBatch(store, merchantId, id);
  await endBatch(store, batch, "cancelled", now);
  return getBatch(store, merchantId, id);
}
