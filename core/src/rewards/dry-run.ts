import { requireOpen } from "../campaigns/open.ts";
import * as campaigns from "../campaigns/service.ts";
import type { Campaign } from "../campaigns/store.ts";
import { CallRefused } from "../chain/errors.ts";
import { currentInclusionFee, inclusionBid } from "../chain/fees.ts";
import { batchResultsOf } from "../chain/rewards.ts";
import type { Context } from "../context.ts";
import { Problem } from "../errors.ts";
import { formatAmount } from "../money.ts";
import { orNotReady } from "../trustline/service.ts";
import { LedgerTimes } from "../worker/ledger-times.ts";
import { limitRoom } from "../worker/payout-limits.ts";
import { refusalOf } from "../worker/payout-refusals.ts";
import * as reasons from "../worker/reasons.ts";
import { unfitness } from "../worker/unfitness.ts";
import { verdictOf } from "../worker/verdicts.ts";
import { issuanceReference } from "./reference.ts";
import { waitsFor } from "./waiting.ts";

/** A reward that might be issued; `amount` in stroops. */
export interface Planned {
  wallet_address: string;
  amount: bigint;
}

/** What would become of it now. */
export interface Forecast {
  outcome: "paid" | "waits" | "fails";
  /** For the merchant to read; null if it would be paid. */
  reason: string | null;
}

export interface DryRun {
  /** In the order of the plan. */
  forecasts: Forecast[];
  /** Payout transactions, and about what they cost the operator in stroops of XLM. */
  transactions: number;
  fee: bigint;
}

const PAID: Forecast = { outcome: "paid", reason: null };

/** A planned reward with its place in the plan. */
type Entry = Planned & { index: number };

/** With the number that it would get. */
type Numbered = Entry & { number: number };

/**
 * What would happen if these rewards were issued now, asked of the ledger by simulating their payouts. Nothing is stored
 * or sent.
 * @throws Problem 404 unknown or foreign campaign, 503 `rpc_unavailable`
 */
export async function dryRun(context: Context, merchantId: number, id: number, plan: Planned[]): Promise<DryRun> {
  const campaign = await context.db.read((store) => campaigns.get(store, merchantId, id));
  return forecast(context, campaign, plan).catch(orNotReady(context.log));
}

async function forecast(context: Context, campaign: Campaign, plan: Planned[]): Promise<DryRun> {
  const run: DryRun = { forecasts: [], transactions: 0, fee: 0n };
  const closed = closedForecast(campaign, await new LedgerTimes(context.chain, context.clock).now());
  if (closed?.outcome === "fails") return { ...run, forecasts: plan.map(() => closed) };

  const affordable = withinBudget(campaign, largeEnough(context, plan, run), run);
  const fit = await withTrustline(context, affordable, run);
  if (closed) {
    for (const { index } of fit) run.forecasts[index] = closed;
    return run;
  }
  const now = await withinLimits(context, campaign, fit, run);
  for (const batch of batches(campaign, now, context.settings.worker.batchSize)) {
    await simulate(context, campaign, batch, run);
  }
  return run;
}

/** The campaign's own reason not to pay now. */
function closedForecast(campaign: Campaign, now: Date): Forecast | undefined {
  const reason = waitsFor(campaign, now);
  if (reason !== null) return { outcome: "waits", reason };
  try {
    requireOpen(campaign, now);
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return { outcome: "fails", reason: error.detail };
    throw error;
  }
}

function largeEnough({ settings: { minReward } }: Context, plan: Planned[], run: DryRun): Entry[] {
  return plan
    .map((planned, index) => ({ ...planned, index }))
    .filter(({ amount, index }) => {
      const isEnough = amount >= minReward;
      if (!isEnough) run.forecasts[index] = { outcome: "fails", reason: reasons.tooSmall(formatAmount(minReward)) };
      return isEnough;
    });
}

/** Each reward reserves its amount when it is accepted, also if it fails afterwards. */
function withinBudget({ budget, spent, reserved }: Campaign, entries: Entry[], run: DryRun): Entry[] {
  let left = budget - spent - reserved;
  return entries.filter(({ amount, index }) => {
    const fits = amount <= left;
    if (fits) left -= amount;
    else run.forecasts[index] = { outcome: "fails", reason: reasons.budgetShort(formatAmount(left)) };
    return fits;
  });
}

async function withTrustline({ chain }: Context, entries: Entry[], run: DryRun): Promise<Entry[]> {
  const lines = await chain.trustlines(entries.map(({ wallet_address }) => wallet_address));
  return entries.filter((entry) => {
    const verdict = unfitness(chain.manifest.asset, entry, lines.get(entry.wallet_address));
    if (verdict) run.forecasts[entry.index] = { outcome: "fails", reason: verdict.reason };
    return !verdict;
  });
}

async function withinLimits({ chain }: Context, campaign: Campaign, entries: Entry[], run: DryRun): Promise<Entry[]> {
  if (entries.length === 0) return entries;
  let room = await limitRoom(chain, BigInt(campaign.merchant_id));
  return entries.filter(({ amount, index }) => {
    const fits = amount <= room;
    if (fits) room -= amount;
    else run.forecasts[index] = { outcome: "waits", reason: reasons.limitShort };
    return fits;
  });
}

/** Rewards of one wallet side by side: simulations don't know of each other, and a cap counts what the wallet gets in all. */
function batches({ next_number }: Campaign, entries: Entry[], size: number): Numbered[][] {
  const sorted = entries
    .toSorted((a, b) => (a.wallet_address < b.wallet_address ? -1 : 1))
    .map((entry, position) => ({ ...entry, number: next_number + position }));
  return Array.from({ length: Math.ceil(sorted.length / size) }, (_, n) => sorted.slice(n * size, (n + 1) * size));
}

async function simulate(context: Context, campaign: Campaign, batch: Numbered[], run: DryRun): Promise<void> {
  const { chain, settings } = context;
  try {
    const { events, resourceFee } = await preview(context, campaign, batch);
    const results = batchResultsOf(chain.contracts, events)?.results;
    for (const { index, number } of batch) {
      const verdict = verdictOf(results?.get(number) ?? "OTHER", chain.manifest.asset, null);
      run.forecasts[index] = "reason" in verdict ? { outcome: "fails", reason: verdict.reason } : PAID;
    }
    if (!batch.some(({ index }) => run.forecasts[index] === PAID)) return;
    run.transactions += 1;
    // A fee bump counts as one operation more than it carries.
    const bid = inclusionBid(await currentInclusionFee(chain.rpc), 0, BigInt(settings.worker.maxFeeStroops));
    run.fee += resourceFee + 2n * bid;
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error;
    await afterRefusal(context, campaign, batch, run, error);
  }
}

function preview({ chain }: Context, campaign: Campaign, batch: Numbered[]) {
  const operator = chain.manifest.accounts.distributor;
  return chain.contracts.distribution.preview(operator, "pay", {
    operator,
    campaign: BigInt(campaign.contract_campaign_id ?? 0),
    payments: batch.map(({ wallet_address, amount, number }) => ({
      number,
      reference: Buffer.from(issuanceReference(campaign.merchant_id, `dry run ${number}`), "hex"),
      to: wallet_address,
      amount,
    })),
  });
}

/** A refused call says nothing about single rewards; where smaller ones can tell, they are asked. */
async function afterRefusal(
  context: Context,
  campaign: Campaign,
  batch: Numbered[],
  run: DryRun,
  error: CallRefused,
): Promise<void> {
  const refusal = refusalOf(error);
  if (batch.length > 1 && (refusal.kind === "split" || refusal.kind === "limit")) {
    const middle = Math.ceil(batch.length / 2);
    await simulate(context, campaign, batch.slice(0, middle), run);
    return simulate(context, campaign, batch.slice(middle), run);
  }
  for (const { index } of batch) run.forecasts[index] = forecastOf(refusal);
}

function forecastOf(refusal: ReturnType<typeof refusalOf>): Forecast {
  if (refusal.kind === "limit") return { outcome: "waits", reason: reasons.limitShort };
  if (refusal.kind === "window") return { outcome: "waits", reason: reasons.outsideWindow };
  return { outcome: refusal.kind === "pause" ? "waits" : "fails", reason: refusal.reason };
}
