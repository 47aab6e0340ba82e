import type { Campaign } from "../campaigns/store.ts";
import type { Outcome } from "../chain/outcome.ts";
import { type BatchResults, batchResultsOf, type PaymentResult } from "../chain/rewards.ts";
import * as submissions from "../chain/submissions.ts";
import type { RewardAsset } from "../chain/trustlines.ts";
import type { Store } from "../db/store.ts";
import * as settle from "../rewards/settle.ts";
import { topics } from "../wake.ts";
import type { Crew } from "./crew.ts";
import type { Payment } from "./payments.ts";
import { applyVerdict, type Verdict, verdictOf } from "./verdicts.ts";

/** A payment with what is to become of it. */
export interface Decision {
  payment: Payment;
  verdict: Verdict;
}

/**
 * What the results of a batch decide. A payment without a decision is free for another transaction: the wallet's cap counts
 * what the batch planned for it, so with another of its payments refused there may be room.
 */
export function decisionsOf(
  payments: readonly Payment[],
  { results }: Pick<BatchResults, "results">,
  asset: RewardAsset,
  txHash: string | null,
): Decision[] {
  const resultOf = ({ issuance }: Payment): PaymentResult => results.get(issuance.number) ?? "OTHER";
  const refused = payments.filter((payment) => !["PAID", "WALLET_CAP"].includes(resultOf(payment)));
  const wallets = new Set(refused.map(({ issuance }) => issuance.wallet_address));
  return payments
    .filter((payment) => resultOf(payment) !== "WALLET_CAP" || !wallets.has(payment.issuance.wallet_address))
    .map((payment) => ({ payment, verdict: verdictOf(resultOf(payment), asset, txHash) }));
}

/** Applies decisions in one commit and tells those who wait for them. */
export async function decide(
  crew: Crew,
  decisions: readonly Decision[],
  also?: (store: Store, now: Date) => Promise<unknown>,
): Promise<void> {
  const { db, clock, settings, wake, metrics } = crew.context;
  const settled = await db.commit(async (store) => {
    const now = clock.now();
    await also?.(store, now);
    const applied: Decision[] = [];
    for (const decision of decisions) {
      if (await applyVerdict(store, decision.payment, decision.verdict, { now, settings })) applied.push(decision);
    }
    return applied;
  });
  for (const { payment, verdict } of settled) {
    wake.notify(topics.issuance(payment.issuance.id));
    metrics.rewardSettled(payment.issuance, verdict.kind === "paid" ? "confirmed" : "failed");
  }
}

/**
 * Records what became of a payout's transaction: submission, issuances, budget and jobs in one commit.
 * @returns the payments that are free for another transaction; none if the outcome is unknown
 */
export async function recordOutcome(
  crew: Crew,
  payout: { submissionId: number; campaign: Campaign; payments: readonly Payment[] },
  outcome: Outcome,
): Promise<Payment[]> {
  switch (outcome.kind) {
    case "confirmed":
      return recordLanded(crew, payout, outcome);
    case "consumed":
      return recordConsumed(crew, payout, outcome.ledger);
    case "failed":
    case "dead": {
      const { kind: state, reason: error } = outcome;
      const where = outcome.kind === "failed" ? { txHash: outcome.txHash, ledger: outcome.ledger } : {};
      await decide(crew, [], (store, now) => closeAndFree(store, payout.submissionId, { state, error, now, ...where }));
      return [...payout.payments];
    }
    case "unknown":
      return [];
  }
}

type Payout = Parameters<typeof recordOutcome>[1];

async function recordLanded(
  crew: Crew,
  { submissionId, payments }: Payout,
  { txHash, ledger, events }: Extract<Outcome, { kind: "confirmed" }>,
): Promise<Payment[]> {
  const { chain, wake } = crew.context;
  const batch = batchResultsOf(chain.contracts, events);
  if (!batch) throw new Error(`payout ${txHash} landed without a reward event`);
  const decisions = decisionsOf(payments, batch, chain.manifest.asset, txHash);
  const batchSeq = Number(batch.seq);
  await decide(crew, decisions, (store, now) =>
    closeAndFree(store, submissionId, { state: "confirmed", txHash, ledger, batchSeq, now }),
  );
  wake.notify(topics.landed);
  const decided = new Set(decisions.map(({ payment }) => payment));
  return payments.filter((payment) => !decided.has(payment));
}

/** No record of the transaction is left, so the distribution contract's own marks say which numbers are paid, and to whom. */
async function recordConsumed(
  crew: Crew,
  { submissionId, campaign, payments }: Payout,
  ledger: number,
): Promise<Payment[]> {
  const paid = await paidOnLedger(crew, campaign, payments, ledger);
  const hashes = await crew.context.db.read((store) => submissions.hashesOf(store, submissionId));
  // Sent under one hash only, that one landed; of several the indexed events tell which.
  const txHash = hashes.length === 1 ? (hashes[0] ?? null) : null;
  const decisions: Decision[] = paid.map((payment) => ({ payment, verdict: { kind: "paid", txHash } }));
  // A batch that paid nobody has a number all the same, if it landed.
  const state = paid.length > 0 ? "confirmed" : "consumed";
  const error = "its sequence was used and the node has no record of it; settled by the contract's state";
  await decide(crew, decisions, (store, now) => closeAndFree(store, submissionId, { state, ledger, error, now }));
  return payments.filter((payment) => !paid.includes(payment));
}

/** The payments that the ledger marks as paid under their own reference, read at `ledger` or later. */
async function paidOnLedger(
  { context }: Crew,
  campaign: Campaign,
  payments: readonly Payment[],
  atLedger: number,
): Promise<Payment[]> {
  const numbers = payments.map(({ issuance }) => issuance.number);
  const { value: marks, ledger } = await context.chain.contracts.distribution.view("status", {
    campaign: BigInt(campaign.contract_campaign_id ?? 0),
    numbers,
  });
  if (ledger < atLedger) throw new Error(`the node answered from ledger ${ledger}, before ${atLedger}`);
  return payments.filter(({ issuance }, index) => {
    const mark = marks[index];
    return mark !== undefined && Buffer.from(mark).toString("hex") === issuance.reference;
  });
}

/** Payments that stay pending are free for another transaction. */
async function closeAndFree(store: Store, submissionId: number, closing: submissions.Closing): Promise<void> {
  await submissions.close(store, submissionId, closing);
  await settle.detach(store, submissionId, closing.now);
}
