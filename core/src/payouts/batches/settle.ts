import { CallRefused } from "../../ledger/chain/errors.ts";
import type { Outcome } from "../../ledger/chain/outcome.ts";
import { batchResultsOf } from "../../ledger/chain/rewards.ts";
import { requireLedger } from "../../ledger/chain/rpc.ts";
import * as submissions from "../../ledger/chain/submissions.ts";
import { chargeMerchant } from "../../ledger/sending/fees.ts";
import type { Campaign } from "../../programmes/campaigns/store.ts";
import type { Store } from "../../store/db/store.ts";
import { nextAttemptAt } from "../../store/jobs/backoff.ts";
import * as jobs from "../../store/jobs/jobs.ts";
import * as settle from "../rewards/settle.ts";
import { type ClaimedPayment, type Decided, decideAll } from "./payment.ts";
import type { Payouts } from "./payouts.ts";
import { decisionsOf } from "./select.ts";
import type { Verdict } from "./verdicts.ts";

/** Pause of a reward that waits for something without a known time. */
const LOOK_AGAIN_SECONDS = 15;

type DecidedClaim = Decided<ClaimedPayment>;

/**
 * Writes what was decided into records, budgets and jobs, in one commit.
 * @param also goes into the same commit
 */
export async function apply(
  payouts: Payouts,
  decided: readonly DecidedClaim[],
  also?: (store: Store, now: Date) => Promise<unknown>,
): Promise<void> {
  const { db, clock, metrics, blocks } = payouts.context;
  const dues = await dueTimes(payouts, decided);
  const settled = await db.commit(async (store) => {
    const now = clock.now();
    await also?.(store, now);
    const ended = await applyPaid(payouts, store, decided.filter(isPaid), now);
    for (const each of decided) {
      const { payment, verdict } = each;
      if (verdict.kind === "paid") continue;
      if (await applyOther(payouts, store, { payment, verdict }, { now, dues })) ended.push(each);
    }
    return ended;
  });
  for (const { payment, verdict } of decided) {
    if (verdict.kind === "wait" && verdict.system) {
      blocks.raise(verdict.system.cause, verdict.system.detail, payment.issuance.merchant_id);
    }
  }
  for (const { payment, verdict } of settled) {
    metrics.rewardSettled(payment.issuance, verdict.kind === "paid" ? "confirmed" : "failed");
  }
}

const lookAgainAt = (now: Date, seconds = LOOK_AGAIN_SECONDS) => new Date(now.getTime() + seconds * 1000);

type Wait = Extract<Verdict, { kind: "wait" }>;

/** When rewards that wait are looked at again, by this machine's clock. */
async function dueTimes({ context, times }: Payouts, decided: readonly DecidedClaim[]): Promise<Map<Wait, Date>> {
  const dues = new Map<Wait, Date>();
  for (const { verdict } of decided) {
    if (verdict.kind !== "wait" || dues.has(verdict)) continue;
    const { until, seconds } = verdict;
    const soon = lookAgainAt(context.clock.now(), seconds);
    const due = until && (await times.lookAt(until).catch(() => undefined));
    dues.set(verdict, due ?? soon);
  }
  return dues;
}

type Paid = { payment: ClaimedPayment; verdict: Extract<Verdict, { kind: "paid" }> };
type Other = { payment: ClaimedPayment; verdict: Exclude<Verdict, { kind: "paid" }> };

const isPaid = (decided: DecidedClaim): decided is Paid => decided.verdict.kind === "paid";

/** A payment is a fact of the ledger, whoever holds the job. @returns those whose reward is settled by that */
async function applyPaid(
  { context: { settings } }: Payouts,
  store: Store,
  paid: readonly Paid[],
  now: Date,
): Promise<DecidedClaim[]> {
  if (paid.length === 0) return [];
  await jobs.completeAll(
    store,
    paid.map(({ payment }) => payment.job),
  );
  const payments = paid.map(({ payment, verdict }) => ({ id: payment.issuance.id, txHash: verdict.txHash }));
  const confirmed = new Set((await settle.confirm(store, payments, { settings, now })).map(({ id }) => id));
  return paid.filter(({ payment }) => confirmed.has(payment.issuance.id));
}

/** True if the reward is settled. */
async function applyOther(
  { context: { settings } }: Payouts,
  store: Store,
  { payment: { issuance, job }, verdict }: Other,
  { now, dues }: { now: Date; dues: Map<Wait, Date> },
): Promise<boolean> {
  switch (verdict.kind) {
    case "never":
      if (!(await jobs.complete(store, job))) return false;
      return (await settle.fail(store, issuance.id, { reason: verdict.reason, now })) !== null;
    case "again": {
      if (jobs.isExhausted(job, settings.worker.maxAttempts)) {
        if (!(await jobs.deadLetter(store, job, verdict.reason, now))) return false;
        return (await settle.fail(store, issuance.id, { reason: verdict.reason, now })) !== null;
      }
      const runAt = nextAttemptAt(now, job.failures + 1, settings.worker.backoffSeconds);
      if (await jobs.retry(store, job, { runAt, error: verdict.reason, now })) {
        await settle.note(store, [issuance.id], { reason: verdict.reason, now });
      }
      return false;
    }
    case "hold": {
      // If the ledger's clock is behind this machine's, the time may have come here already.
      const soon = lookAgainAt(now);
      const runAt = verdict.until > soon ? verdict.until : soon;
      if (await jobs.wait(store, job, { runAt, reason: verdict.reason, now })) {
        await settle.hold(store, issuance.id, { reason: verdict.reason, now });
      }
      return false;
    }
    case "wait":
      if (await jobs.wait(store, job, { runAt: dues.get(verdict) ?? now, reason: verdict.reason, now })) {
        await settle.note(store, [issuance.id], { reason: verdict.reason, now });
      }
      return false;
  }
}

/** A stored payout with what it carries. */
export interface Payout {
  submissionId: number;
  campaign: Campaign;
  payments: readonly ClaimedPayment[];
}

export interface Recorded {
  /** Payments that are free for another transaction. */
  free: ClaimedPayment[];
  /** Number that the contract gave to the batch, where that is known. */
  batchSeq?: number;
  /** The ledger has payments that the records don't have. */
  incomplete?: boolean;
}

/**
 * Records what became of a payout's transaction: submission, issuances, budget, fees and jobs in one commit. One whose outcome
 * isn't known stays as it is.
 * @throws RpcUnavailable
 */
export async function recordOutcome(payouts: Payouts, payout: Payout, outcome: Outcome): Promise<Recorded> {
  switch (outcome.kind) {
    case "confirmed":
      return recordLanded(payouts, payout, outcome);
    case "consumed":
      return recordMarked(payouts, payout, {
        atLedger: outcome.ledger,
        closing: { state: "consumed", ledger: outcome.ledger },
      });
    case "failed":
    case "dead": {
      const dead = { state: "dead", error: outcome.reason } as const;
      await close(payouts, payout, [], outcome.kind === "failed" ? submissions.closingOf(outcome) : dead);
      return { free: [...payout.payments] };
    }
    case "unknown":
      return { free: [] };
  }
}

async function recordLanded(
  payouts: Payouts,
  payout: Payout,
  outcome: Extract<Outcome, { kind: "confirmed" }>,
): Promise<Recorded> {
  const { chain } = payouts.context;
  const { txHash, ledger, events } = outcome;
  const closing = submissions.closingOf(outcome);
  const batch = batchResultsOf(chain.contracts, events);
  // A node may report that it landed, but leave out its events.
  if (!batch) return recordMarked(payouts, payout, { atLedger: ledger, txHash, closing });
  const decided = decisionsOf(payout.payments, batch, chain.manifest.asset, txHash);
  const batchSeq = Number(batch.seq);
  await close(payouts, payout, decided ?? [], { ...closing, batchSeq });
  const ended = new Set(decided?.map(({ payment }) => payment));
  const free = payout.payments.filter((payment) => !ended.has(payment));
  return { free, batchSeq, incomplete: decided === undefined };
}

/** The distribution contract's own marks say which payments were made. They are this transaction's: nothing else carried them. */
async function recordMarked(
  payouts: Payouts,
  payout: Payout,
  { atLedger, txHash, closing }: { atLedger: number; txHash?: string; closing: Omit<submissions.Closing, "now"> },
): Promise<Recorded> {
  const paid = await paidOnLedger(payouts, payout, atLedger);
  if (paid === undefined) return { free: [], incomplete: true };
  const state = paid.length > 0 ? "confirmed" : closing.state;
  await close(payouts, payout, decideAll(paid, { kind: "paid", txHash: txHash ?? null }), {
    ...closing,
    state,
    error: "the node's record of it is missing or incomplete; it was settled from the contract's marks",
  });
  return { free: payout.payments.filter((payment) => !paid.includes(payment)) };
}

/**
 * The payments that the ledger marks as paid under their own reference, read at `atLedger` or later; undefined where the marks
 * have ended, which leaves the decision to the opening of the next epoch.
 */
async function paidOnLedger(
  { context }: Payouts,
  { campaign, payments }: Payout,
  atLedger: number,
): Promise<ClaimedPayment[] | undefined> {
  const view = context.chain.contracts.distribution.view("status", {
    campaign: BigInt(campaign.contract_campaign_id ?? 0),
    numbers: payments.map(({ number }) => number),
  });
  const answer = await view.catch((error) => {
    if (error instanceof CallRefused) return undefined;
    throw error;
  });
  if (answer === undefined) return undefined;
  const { value: marks, ledger } = answer;
  requireLedger("simulateTransaction", ledger, atLedger);
  return payments.filter(({ reference }, index) => {
    const mark = marks[index];
    return mark !== undefined && Buffer.from(mark).toString("hex") === reference;
  });
}

/** Ends the submission; its payments that stay pending are free for another transaction. */
async function close(
  payouts: Payouts,
  { submissionId, campaign }: Payout,
  decided: readonly DecidedClaim[],
  closing: Omit<submissions.Closing, "now">,
): Promise<void> {
  const day = await payouts.times.now().catch(() => payouts.context.clock.now());
  await apply(payouts, decided, async (store, now) => {
    await submissions.close(store, submissionId, { ...closing, now });
    await settle.detach(store, submissionId, now);
    if (closing.feeCharged) {
      await chargeMerchant(store, { merchantId: campaign.merchant_id, day, fee: closing.feeCharged });
    }
  });
}
