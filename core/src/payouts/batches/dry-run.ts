import { formatAmount } from "../../base/money.ts";
import type { Context } from "../../context/context.ts";
import { FeeTooHigh } from "../../ledger/chain/errors.ts";
import { currentInclusionFee, inclusionBid } from "../../ledger/chain/fees.ts";
import { issuanceReference } from "../../ledger/chain/issuance-reference.ts";
import { orLedgerUnreadable } from "../../ledger/chain/problems.ts";
import { LedgerTimes } from "../../ledger/sending/ledger-times.ts";
import * as campaigns from "../../programmes/campaigns/service.ts";
import type { Campaign } from "../../programmes/campaigns/store.ts";
import { readEpoch } from "../rewards/epoch.ts";
import * as reasons from "../rewards/reasons.ts";
import { payArguments } from "./build.ts";
import { campaignVerdict, check } from "./check.ts";
import { poolLimits } from "./limits.ts";
import type { Decided, Payment } from "./payment.ts";
import { fitIntoLimits, type Selection, select } from "./select.ts";
import type { Verdict } from "./verdicts.ts";

/** A reward that might be issued; `amount` in stroops. */
export interface PlannedReward {
  wallet_address: string;
  amount: bigint;
}

/** Forecast of a reward that is issued now. */
export interface Forecast {
  outcome: "paid" | "waits" | "fails";
  /** Reason for the merchant to read; null if it would be paid. */
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
const DRAFT = { kind: "wait", reason: reasons.campaignDraft } as const;

/** A planned reward with its position in the plan, and the number that it would get. */
type Entry = Payment & { index: number };

/**
 * Forecasts these rewards as if they were issued now: the same stages as a payout's, up to its simulation. Nothing is stored or sent.
 * @throws Problem 404 unknown or foreign campaign, 503 `rpc_unavailable`
 */
export async function dryRun(
  context: Context,
  merchantId: number,
  id: number,
  plan: readonly PlannedReward[],
): Promise<DryRun> {
  const { campaign, firstNumber } = await context.db.read(async (store) => ({
    campaign: await campaigns.get(store, merchantId, id),
    firstNumber: (await readEpoch(store)).first_number,
  }));
  const entries = entriesOf(campaign, firstNumber, plan);
  return forecast(context, campaign, entries).catch(orLedgerUnreadable(context.log));
}

/** Keeps rewards of one wallet together: simulations don't know of each other, and a cap counts what the wallet gets in total. */
function entriesOf(campaign: Campaign, firstNumber: number, plan: readonly PlannedReward[]): Entry[] {
  const first = Math.max(campaign.next_number, firstNumber);
  return plan
    .map((planned, index) => ({ ...planned, index }))
    .toSorted((a, b) => (a.wallet_address < b.wallet_address ? -1 : 1))
    .map((planned, position) => ({
      ...planned,
      number: first + position,
      reference: issuanceReference(campaign.merchant_id, `dry run ${first + position}`),
    }));
}

async function forecast(context: Context, campaign: Campaign, entries: Entry[]): Promise<DryRun> {
  const { chain, clock, settings } = context;
  const run: DryRun = { forecasts: [], transactions: 0, fee: 0n };
  const now = await new LedgerTimes(chain, clock).now();
  // Rewards are tried on a draft before it is opened.
  const isDraft = campaign.status === "draft";
  const funded = isDraft ? { ...campaign, status: "active" as const } : campaign;
  const closed = campaignVerdict(funded, now) ?? (isDraft ? DRAFT : undefined);
  const limits = poolLimits(chain, campaign.merchant_id);
  const accepted =
    closed?.kind === "never" ? entries : asAccepted(context, campaign, entries, { run, largest: await limits.limit() });
  const lines = await chain.trustlines(accepted.map(({ wallet_address }) => wallet_address));
  // If it waits for its campaign, it also shows what is wrong with its wallet.
  const facts = {
    campaign: closed?.kind === "wait" ? asOpen(campaign) : funded,
    now,
    asset: chain.manifest.asset,
    lines,
  };
  const { fit, decided } = check(facts, accepted);
  note(run, decided);
  if (closed?.kind === "wait") {
    note(
      run,
      fit.map((payment) => ({ payment, verdict: closed })),
    );
    return run;
  }
  if (fit.length === 0) return run;
  // Simulations don't know of each other: what one batch takes of the limits is not there for the next.
  const { fitting, waiting } = await fitIntoLimits(limits, inPlan(fit));
  note(run, waiting);
  const batches = fitting.toSorted((a, b) => a.number - b.number);
  const { batchSize } = settings.worker;
  for (let from = 0; from < batches.length; from += batchSize) {
    await simulate(context, campaign, batches.slice(from, from + batchSize), run);
  }
  return run;
}

const inPlan = (entries: Entry[]) => entries.toSorted((a, b) => a.index - b.index);

const OPEN = { status: "active", next_status: null, starts_at: new Date(0), ends_at: new Date(8.64e15) } as const;
const asOpen = (campaign: Campaign) => ({
  ...{ ...campaign, hold_until: campaign.hold_until ?? campaign.ends_at },
  ...OPEN,
});

/** The rewards that would be accepted: each reserves its amount then, also if it fails afterwards. */
function asAccepted(
  { settings: { minReward } }: Context,
  campaign: Campaign,
  entries: Entry[],
  { run, largest }: { run: DryRun; largest: bigint },
): Entry[] {
  let left = campaign.budget - campaign.spent - campaign.reserved;
  const refused = new Set<Entry>();
  for (const entry of inPlan(entries)) {
    const { amount, index } = entry;
    const reason = refusal(amount, { minReward, largest, left });
    if (reason === undefined) {
      left -= amount;
      continue;
    }
    run.forecasts[index] = { outcome: "fails", reason };
    refused.add(entry);
  }
  return entries.filter((entry) => !refused.has(entry));
}

function refusal(
  amount: bigint,
  { minReward, largest, left }: { minReward: bigint; largest: bigint; left: bigint },
): string | undefined {
  if (amount < minReward) return reasons.tooSmall(formatAmount(minReward));
  if (amount > largest) return reasons.aboveLimit(formatAmount(amount), formatAmount(largest));
  return amount > left ? reasons.budgetShort(formatAmount(left)) : undefined;
}

async function simulate(context: Context, campaign: Campaign, batch: Entry[], run: DryRun): Promise<void> {
  const { chain, settings } = context;
  const operator = chain.manifest.accounts.distributor;
  const { epoch } = await chain.batches();
  const { selection, decided } = await select(
    {
      contracts: chain.contracts,
      asset: chain.manifest.asset,
      limits: poolLimits(chain, campaign.merchant_id),
      async simulate(payments: readonly Entry[]) {
        const of = { merchant: campaign.merchant_id, campaign: campaign.contract_campaign_id ?? 0 };
        const call = payArguments({ operator, epoch, ...of }, payments);
        const simulation = await chain.contracts.distribution.preview(operator, "pay", call);
        const { maxResourceFee } = settings.worker;
        if (simulation.resourceFee > maxResourceFee) throw new FeeTooHigh(simulation.resourceFee, maxResourceFee);
        return simulation;
      },
    },
    batch,
  );
  note(run, decided);
  if (selection.kind === "split" && selection.payments.length > 1) {
    const middle = Math.ceil(selection.payments.length / 2);
    await simulate(context, campaign, selection.payments.slice(0, middle), run);
    return simulate(context, campaign, selection.payments.slice(middle), run);
  }
  if (selection.kind === "none") return;
  const expected = forecastOf(selection);
  for (const { index } of selection.payments) run.forecasts[index] = expected;
  if (selection.kind !== "ready") return;
  run.transactions += 1;
  // A fee bump counts as one operation more than it carries.
  const bid = inclusionBid(await currentInclusionFee(chain.rpc), 0, BigInt(settings.worker.maxFeeStroops));
  run.fee += selection.simulation.resourceFee + 2n * bid;
}

function note(run: DryRun, decided: readonly Decided<Entry>[]): void {
  for (const { payment, verdict } of decided) run.forecasts[payment.index] = outcomeOf(verdict);
}

function outcomeOf(verdict: Verdict): Forecast {
  switch (verdict.kind) {
    case "paid":
      return PAID;
    case "hold":
    case "wait":
      return { outcome: "waits", reason: verdict.reason };
    default:
      return { outcome: "fails", reason: verdict.reason };
  }
}

function forecastOf(selection: Exclude<Selection<Entry>, { kind: "none" }>): Forecast {
  switch (selection.kind) {
    case "ready":
      return PAID;
    case "split":
      return { outcome: "fails", reason: selection.refusal.reason };
    case "system":
      return { outcome: "waits", reason: selection.refusal.reason };
    case "window":
      return { outcome: "waits", reason: reasons.outsideWindow };
    case "records":
      return { outcome: "waits", reason: reasons.recordsRebuilt };
  }
}
