import { notFound } from "../../base/errors.ts";
import { formatAmount } from "../../base/money.ts";
import { type Page, type PageRequest, toPage } from "../../base/page.ts";
import * as budget from "../../programmes/campaigns/budget.ts";
import { budgetExhausted } from "../../programmes/campaigns/problems.ts";
import * as campaigns from "../../programmes/campaigns/store.ts";
import type { Store } from "../../store/db/store.ts";
import * as jobs from "../../store/jobs/jobs.ts";
import type { Payloads } from "../../store/jobs/payloads.ts";
import { giveToReward, redeemEnded } from "../vouchers/reservations.ts";
import * as letters from "./dead-letters.ts";
import { isShut, readEpoch } from "./epoch.ts";
import { emitChange } from "./events.ts";
import { notRedrivable, reconciling } from "./problems.ts";
import { jobKey } from "./reference.ts";
import { amountOf } from "./settle.ts";
import type { Issuance, IssuanceFilter } from "./store.ts";
import * as rows from "./store.ts";

export type { Issuance } from "./store.ts";

/** @throws Problem 404 if the merchant has no such issuance */
export async function get(store: Store, merchantId: number, id: number): Promise<Issuance> {
  const issuance = await rows.byId(store, id);
  if (issuance?.merchant_id !== merchantId) throw notFound("issuance", id);
  return issuance;
}

/** The merchant's issuances, newest first. */
export function list(store: Store, merchantId: number, request: IssuanceFilter & PageRequest): Promise<Page<Issuance>> {
  return toPage(request, (page) => rows.listOf(store, merchantId, page));
}

/**
 * Tries a failed issuance again, as the same reward: `failed -> pending`, its budget reserved again, with a full set of attempts.
 * @throws Problem 404, 409 `not_redrivable` or `budget_exhausted`, 503 `reconciling`
 */
export async function redrive(store: Store, merchantId: number, id: number, { now }: { now: Date }): Promise<Issuance> {
  await get(store, merchantId, id);
  if (await isShut(store)) throw reconciling();
  const change = { from: "failed", to: "pending", tx_hash: null, error_message: null, now } as const;
  const [issuance] = await rows.move(store, [id], change);
  if (!issuance) throw notRedrivable(id, (await get(store, merchantId, id)).status);
  if (!(await reserveAgain(store, issuance, now))) {
    const campaign = await campaigns.byId(store, issuance.campaign_id);
    throw budgetExhausted(campaign ? formatAmount(campaign.budget - campaign.spent - campaign.reserved) : "0");
  }
  await restart(store, issuance, now);
  return issuance;
}

/** False if the campaign's budget can't cover it any more. An open voucher has it reserved, and is redeemed by it. */
async function reserveAgain(store: Store, issuance: Issuance, now: Date): Promise<boolean> {
  const { campaign_id, voucher_id } = issuance;
  if (voucher_id !== null && (await giveToReward(store, voucher_id, now))) return true;
  if (!(await budget.reserve(store, campaign_id, amountOf(issuance), now))) return false;
  if (voucher_id !== null) await redeemEnded(store, voucher_id, now);
  return true;
}

/** Queues a reward that had failed and is pending again. */
export async function restart(store: Store, issuance: Issuance, now: Date): Promise<void> {
  await renewNumber(store, issuance);
  const key = jobKey(issuance.merchant_id, issuance.idempotency_key);
  await letters.markRedriven(store, key, now);
  const payload: Payloads["reward-issuance"] = { issuance_id: issuance.id };
  await jobs.add(store, {
    queue: "reward-issuance",
    key,
    group: String(issuance.campaign_id),
    payload,
    now,
  });
  await emitChange(store, "redriven", issuance, now);
}

/**
 * Replaces a number of an earlier period: the ledger refuses it, now or soon, and with it the whole batch. The old number hasn't paid
 * the reward and can't any more, since the reward had failed before the newest epoch was opened: that takes a full count of the
 * payments, and ends all older batches.
 */
async function renewNumber(store: Store, { id, campaign_id, number }: Issuance): Promise<void> {
  if (number >= (await readEpoch(store)).first_number) return;
  await rows.renumber(store, id, await budget.takeNumber(store, campaign_id));
}
