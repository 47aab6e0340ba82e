import type { Channel } from "../../ledger/chain/channels.ts";
import { CallRefused, ChainError, RpcUnavailable } from "../../ledger/chain/errors.ts";
import type { Outcome } from "../../ledger/chain/outcome.ts";
import { DatabaseTurnedBack } from "../../ledger/chain/submissions.ts";
import type { Simulation, Slot } from "../../ledger/chain/transaction.ts";
import { BUDGET_PAUSE_SECONDS, feesSpent } from "../../ledger/sending/fees.ts";
import { noteSequence, submit } from "../../ledger/sending/submit.ts";
import { takeFee } from "../../ledger/sending/take-fee.ts";
import { untilDone } from "../../ledger/sending/until-done.ts";
import type { Campaign } from "../../programmes/campaigns/store.ts";
import * as reasons from "../rewards/reasons.ts";
import * as settle from "../rewards/settle.ts";
import { payArguments } from "./build.ts";
import { campaignVerdict, check } from "./check.ts";
import type { Batch } from "./claim.ts";
import { poolLimits } from "./limits.ts";
import { type ClaimedPayment, type Decided, decideAll, issuanceIds } from "./payment.ts";
import type { Payouts, Session } from "./payouts.ts";
import { refusalOf, type SystemRefusal, unknownRefusal } from "./refusals.ts";
import { type Selection, select } from "./select.ts";
import { apply, type Recorded, recordOutcome } from "./settle.ts";
import type { Verdict } from "./verdicts.ts";

/** Whole transactions of a batch that may fail on the ledger before the batch is halved to find the cause. */
const MAX_FAILURES = 2;

/** Transactions of a batch that may die unseen before the batch goes back to the queue. */
const MAX_DEATHS = 3;

/** Code for a batch that is larger than the network takes at once: simulation doesn't ask its limits. */
const TOO_LARGE = "txSorobanInvalid";

/** Means to pay one claimed batch. */
interface Run {
  payouts: Payouts;
  session: Session;
  campaign: Campaign;
  channel: Channel;
}

/**
 * Takes a claimed batch to the ledger: afterwards each payment is settled, or back in the queue with its reason, or carried by a
 * transaction that is undecided since the worker stops.
 * @throws RpcUnavailable, ChainError; what is not carried by a stored transaction is then still claimed
 */
export async function payBatch(payouts: Payouts, session: Session, { campaign, payments }: Batch): Promise<void> {
  const { chain } = payouts.context;
  const [now, lines] = await Promise.all([
    payouts.times.now(),
    chain.trustlines(
      payments.map(({ wallet_address }) => wallet_address),
      payouts.sender.newestLedger,
    ),
  ]);
  const { fit, decided } = check({ campaign, now, asset: chain.manifest.asset, lines }, payments);
  if (decided.length > 0) await apply(payouts, decided);
  if (fit.length === 0) return;
  const channel = await payouts.channels.acquire();
  let isDecided = true;
  try {
    isDecided = await payAll({ payouts, session, campaign, channel }, fit);
  } finally {
    // The channel of an undecided transaction stays taken: its next sequence is not known.
    if (isDecided) payouts.channels.release(channel);
  }
}

/** False if a transaction was left undecided because the worker stops. */
async function payAll(run: Run, payments: ClaimedPayment[]): Promise<boolean> {
  const { payouts, session } = run;
  let left = payments;
  let failures = 0;
  let deaths = 0;
  while (left.length > 0) {
    if (session.end) return standDown(run, left);
    const slot = await slotOf(run);
    const { selection, decided } = await select(selectSource(run, slot), left);
    if (decided.length > 0) await apply(payouts, decided);
    if (selection.kind !== "ready") return withoutPaying(run, selection);

    const sent = await send(run, slot, selection);
    if (sent === "waits") return true;
    const { outcome, recorded } = sent;
    if (!recorded || outcome.kind === "unknown") return false;
    left = recorded.free;

    if (outcome.kind === "failed") {
      const refusal = refusalOf(new CallRefused(outcome.reason, outcome.code));
      if (refusal.kind === "system") return withoutPaying(run, { kind: "system", payments: left, refusal });
      if (refusal.kind === "records") return withoutPaying(run, { kind: "records", payments: left });
      failures += 1;
      if (failures === MAX_FAILURES)
        return halve(run, left, { kind: "split", reason: reasons.callFailed(outcome.reason) });
    }
    if (outcome.kind === "dead") {
      if (outcome.reason === TOO_LARGE) {
        return halve(run, left, { kind: "split", reason: reasons.callFailed(outcome.reason) });
      }
      deaths += 1;
      if (deaths === MAX_DEATHS) return wait(run, left, { reason: reasons.notIncluded, seconds: 5 });
    }
  }
  return true;
}

/** The channel's next slot. A sequence that neither this process nor an earlier one of its database used was somebody else's. */
async function slotOf({ payouts, session, channel }: Run): Promise<Slot> {
  const before = channel.used;
  const slot = await payouts.sender.slot(channel);
  if (before !== 0n && slot.sequence !== before + 1n) {
    session.stop("foreign", `channel ${slot.channel} was used by somebody else`);
  }
  return slot;
}

function selectSource({ payouts, session, campaign }: Run, slot: Slot) {
  const { chain } = payouts.context;
  return {
    contracts: chain.contracts,
    asset: chain.manifest.asset,
    limits: poolLimits(chain, campaign.merchant_id),
    simulate: (payments: readonly ClaimedPayment[]) => simulate(payouts, session, campaign, slot, payments),
  };
}

function simulate(
  { context, sender, distributor }: Payouts,
  { epoch }: Session,
  campaign: Campaign,
  slot: Slot,
  payments: readonly ClaimedPayment[],
): Promise<Simulation> {
  const operator = distributor.publicKey;
  const of = { merchant: campaign.merchant_id, campaign: campaign.contract_campaign_id ?? 0 };
  const call = payArguments({ operator, epoch, ...of }, payments);
  return sender.draft(slot, context.chain.contracts.distribution.operation(operator, "pay", call));
}

type Ready = Extract<Selection<ClaimedPayment>, { kind: "ready" }>;

type Sent = { outcome: Outcome; recorded: Recorded | undefined } | "waits";

/** Build and submit: signs, stores and sends the transaction when there is room for it, and records what became of it. */
async function send(run: Run, slot: Slot, ready: Ready): Promise<Sent> {
  const { capacity } = run.payouts;
  const merchantId = run.campaign.merchant_id;
  const share = await capacity.take(ready.simulation);
  try {
    const taken = await takeFee(run.payouts, merchantId, ready.simulation);
    if ("until" in taken) {
      const reason = reasons.feeBudget(taken.until, taken.spent);
      await wait(run, ready.payments, {
        reason,
        seconds: BUDGET_PAUSE_SECONDS,
        system: feesSpent(merchantId, taken.spent),
      });
      return "waits";
    }
    try {
      return await sendNow(run, slot, ready);
    } finally {
      taken.ended();
    }
  } finally {
    capacity.giveBack(share);
  }
}

async function sendNow(run: Run, slot: Slot, { payments, simulation }: Ready): Promise<Sent> {
  const { payouts, session, campaign, channel } = run;
  const { context } = payouts;
  let seq: number | null | undefined;
  session.sent();
  try {
    if (session.end) {
      await standDown(run, payments);
      return "waits";
    }
    const { submissionId, outcome } = await submit(payouts, {
      kind: "payout",
      campaignId: campaign.id,
      merchantId: campaign.merchant_id,
      slot,
      transaction: simulation.transaction,
      source: payouts.distributor,
      link: (store, id) => settle.attach(store, issuanceIds(payments), id, context.clock.now()),
    });
    noteSequence(channel, slot, outcome);
    logOutcome(run, payments, submissionId, outcome);
    const recorded = await untilDone(payouts, () =>
      recordOutcome(payouts, { submissionId, campaign, payments }, outcome),
    );
    if (outcome.kind === "confirmed" || outcome.kind === "consumed") seq = recorded?.batchSeq ?? null;
    if (recorded?.incomplete) session.stop("records", "a transaction contained numbers that were paid already");
    if (outcome.kind === "confirmed") landed(run);
    return { outcome, recorded };
  } catch (error) {
    if (error instanceof DatabaseTurnedBack) session.stop("foreign", `the database was put back: ${error.message}`);
    throw error;
  } finally {
    session.ended(seq);
  }
}

/** Puts payments back that were not sent before the session ended. A worker that stops leaves its claims to the next start. */
async function standDown(run: Run, payments: readonly ClaimedPayment[]): Promise<true> {
  if (run.session.end?.why !== "stopped") await wait(run, payments, { reason: reasons.recordsRebuilt, seconds: 1 });
  return true;
}

/** Takes the next step if a batch can't be paid as it is. */
async function withoutPaying(
  run: Run,
  selection: Exclude<Selection<ClaimedPayment>, { kind: "ready" }>,
): Promise<boolean> {
  const { payouts, session, campaign } = run;
  switch (selection.kind) {
    case "none":
      return true;
    case "split":
      return halve(run, selection.payments, selection.refusal);
    case "system":
      return waitForSystem(run, selection.payments, selection.refusal);
    case "records":
      session.stop("records", "the ledger refuses the epoch, or has paid numbers that the records have as unpaid");
      return wait(run, selection.payments, { reason: reasons.recordsRebuilt, seconds: 1 });
    case "window": {
      const verdict = campaignVerdict(campaign, await payouts.times.now());
      // The node that simulated may be a ledger behind the one that tells the time.
      const soon: Verdict = { kind: "wait", reason: reasons.notStarted(campaign.starts_at), seconds: 2 };
      await apply(payouts, decideAll(selection.payments, verdict ?? soon));
      return true;
    }
  }
}

/** Pays each half by itself, so that what fails the whole ends up alone. */
async function halve(
  run: Run,
  payments: ClaimedPayment[],
  refusal: Extract<ReturnType<typeof refusalOf>, { kind: "split" }>,
): Promise<boolean> {
  const [only] = payments;
  if (payments.length === 1 && only) return decideAlone(run, only, refusal);
  const middle = Math.ceil(payments.length / 2);
  for (const half of [payments.slice(0, middle), payments.slice(middle)]) {
    if (!(await payAll(run, half))) return false;
  }
  return true;
}

async function decideAlone(
  run: Run,
  payment: ClaimedPayment,
  { alone, reason }: Extract<ReturnType<typeof refusalOf>, { kind: "split" }>,
): Promise<boolean> {
  if (alone !== undefined && alone !== "campaign") return waitForSystem(run, [payment], alone);
  if (alone === undefined && !(await concernsRecipient(run, payment))) {
    return waitForSystem(run, [payment], unknownRefusal(reason));
  }
  const decided: Decided<ClaimedPayment> = { payment, verdict: { kind: "again", reason } };
  await apply(run.payouts, [decided]);
  return true;
}

/** True if the ledger would pay the same to the treasury, which takes any amount: then the refusal is about the recipient. */
async function concernsRecipient(run: Run, payment: ClaimedPayment): Promise<boolean> {
  const { treasury } = run.payouts.context.chain.manifest.accounts;
  const { simulate } = selectSource(run, await slotOf(run));
  try {
    await simulate([{ ...payment, wallet_address: treasury }]);
    return true;
  } catch (error) {
    if (error instanceof ChainError && !(error instanceof RpcUnavailable)) return false;
    throw error;
  }
}

async function waitForSystem(
  run: Run,
  payments: ClaimedPayment[],
  { cause, detail, reason, oneMerchant }: SystemRefusal,
): Promise<boolean> {
  const { blocks, log } = run.payouts.context;
  log.error({ campaign: run.campaign.id, rewards: payments.length }, `rewards wait: ${detail}`);
  blocks.raise(cause, detail, oneMerchant && run.campaign.merchant_id);
  return wait(run, payments, { reason });
}

async function wait(
  { payouts }: Run,
  payments: readonly ClaimedPayment[],
  verdict: Omit<Extract<Verdict, { kind: "wait" }>, "kind">,
): Promise<true> {
  await apply(payouts, decideAll(payments, { kind: "wait", ...verdict }));
  return true;
}

/** A payout landed: what blocked all of them, or this merchant's, is over. */
function landed({ payouts: { context }, campaign }: Run): void {
  for (const cause of ["role", "stopped", "pool", "contracts", "fee", "fee_account", "setup"] as const) {
    context.blocks.clear(cause);
  }
  for (const cause of ["limit", "fee_budget", "records"] as const) context.blocks.clear(cause, campaign.merchant_id);
}

function logOutcome(
  { payouts: { context }, campaign }: Run,
  payments: readonly ClaimedPayment[],
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
