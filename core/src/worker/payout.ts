import type { Campaign } from "../campaigns/store.ts";
import type { Channel } from "../chain/channels.ts";
import type { Outcome } from "../chain/outcome.ts";
import * as settle from "../rewards/settle.ts";
import type { Crew } from "./crew.ts";
import { type Batch, idsOf, type Payment } from "./payments.ts";
import { decide, recordOutcome } from "./payout-results.ts";
import { selectPayable } from "./payout-selection.ts";
import * as reasons from "./reasons.ts";
import { noteSequence, submit } from "./submit.ts";
import { unfitness } from "./unfitness.ts";
import { untilDone } from "./until-done.ts";
import type { Verdict } from "./verdicts.ts";

/** Whole transactions of a batch that may fail on the ledger before the batch is halved to find the cause. */
const MAX_FAILURES = 2;

/** Transactions of a batch that may die unseen before the batch goes back to the queue. */
const MAX_DEATHS = 3;

/** The network takes less at once than a batch may be: simulation doesn't ask its limits. */
const TOO_LARGE = "txSorobanInvalid";

/** Takes a claimed batch to the ledger: afterwards each payment is settled, or back in the queue with its reason. */
export async function payBatch(crew: Crew, { campaign, payments }: Batch): Promise<void> {
  const open = await withTrustline(crew, payments);
  if (open.length === 0) return;
  const channel = await crew.channels.acquire();
  let decided = true;
  try {
    decided = await payAll(crew, campaign, channel, open);
  } finally {
    // The channel of an undecided transaction stays taken: its next sequence is not known.
    if (decided) crew.channels.release(channel);
  }
}

/** Payments whose wallet can take the asset; the others have had their attempt, or their last. @throws RpcUnavailable */
async function withTrustline(crew: Crew, payments: readonly Payment[]): Promise<Payment[]> {
  const { chain } = crew.context;
  const { asset } = chain.manifest;
  const lines = await chain.trustlines(payments.map(({ issuance }) => issuance.wallet_address));
  const fit: Payment[] = [];
  const unfit: { payment: Payment; verdict: Verdict }[] = [];
  for (const payment of payments) {
    const verdict = unfitness(asset, payment.issuance, lines.get(payment.issuance.wallet_address));
    if (verdict === undefined) fit.push(payment);
    else unfit.push({ payment, verdict });
  }
  if (unfit.length > 0) await decide(crew, unfit);
  return fit;
}

/** False if a transaction was left undecided because the worker stops. */
async function payAll(crew: Crew, campaign: Campaign, channel: Channel, payments: Payment[]): Promise<boolean> {
  let left = payments;
  let failures = 0;
  let deaths = 0;
  while (left.length > 0) {
    const selection = await selectPayable(crew, campaign, channel, left);
    if (selection.kind === "none") return true;
    if (selection.kind === "split") return halve(crew, campaign, channel, selection.payments, selection.reason);

    const { payments: ready, slot, simulation } = selection;
    const { submissionId, outcome } = await submit(crew, {
      kind: "payout",
      campaignId: campaign.id,
      merchantId: campaign.merchant_id,
      slot,
      transaction: simulation.transaction,
      source: crew.distributor,
      link: (store, id) => settle.attach(store, idsOf(ready), id, crew.context.clock.now()),
    });
    noteSequence(channel, slot, outcome);
    logOutcome(crew, campaign, ready, submissionId, outcome);
    if (outcome.kind === "unknown") return false;
    const free = await untilDone(crew, () => recordOutcome(crew, { submissionId, campaign, payments: ready }, outcome));
    if (!free) return false;
    left = free;

    if (outcome.kind === "failed" && ++failures === MAX_FAILURES) {
      return halve(crew, campaign, channel, left, reasons.callFailed(outcome.reason));
    }
    if (outcome.kind === "dead" && outcome.reason === TOO_LARGE) {
      return halve(crew, campaign, channel, left, reasons.callFailed(outcome.reason));
    }
    if (outcome.kind === "dead" && ++deaths === MAX_DEATHS) {
      await giveBack(crew, left, reasons.notIncluded);
      return true;
    }
  }
  return true;
}

/** Pays each half by itself, so that what fails the whole ends up alone; alone, it has had its attempt. */
async function halve(
  crew: Crew,
  campaign: Campaign,
  channel: Channel,
  payments: Payment[],
  reason: string,
): Promise<boolean> {
  const [only] = payments;
  if (payments.length === 1 && only) {
    await decide(crew, [{ payment: only, verdict: { kind: "again", reason } }]);
    return true;
  }
  const middle = Math.ceil(payments.length / 2);
  for (const half of [payments.slice(0, middle), payments.slice(middle)]) {
    if (!(await payAll(crew, campaign, channel, half))) return false;
  }
  return true;
}

/** The attempt of these payments failed for no fault of theirs. */
async function giveBack(crew: Crew, payments: readonly Payment[], reason: string): Promise<void> {
  const until = new Date(crew.context.clock.now().getTime() + 5_000);
  await decide(
    crew,
    payments.map((payment) => ({ payment, verdict: { kind: "wait", until, reason } })),
  );
}

function logOutcome(
  { context }: Crew,
  campaign: Campaign,
  payments: readonly Payment[],
  submissionId: number,
  outcome: Outcome,
): void {
  const { kind } = outcome;
  const details = {
    submission: submissionId,
    campaign: campaign.id,
    payments: payments.length,
    ...("txHash" in outcome ? { tx_hash: outcome.txHash, ledger: outcome.ledger } : {}),
    ...("reason" in outcome ? { reason: outcome.reason } : {}),
  };
  context.log[kind === "confirmed" ? "info" : "warn"](details, `payout ${kind}`);
}
