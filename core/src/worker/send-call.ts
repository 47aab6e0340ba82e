import { xdr } from "@stellar/stellar-sdk";
import { topics } from "../base/wake.ts";
import type { Done, LedgerCall } from "../context/ledger-call.ts";
import type { Parts } from "../context/parts.ts";
import { CallRefused, ChainError, RpcUnavailable } from "../ledger/chain/errors.ts";
import type { Failed, Landed, Outcome } from "../ledger/chain/outcome.ts";
import * as submissions from "../ledger/chain/submissions.ts";
import { BUDGET_PAUSE_SECONDS, chargeMerchant, feesSpent, type Spent } from "../ledger/sending/fees.ts";
import type { CallRefusal } from "../ledger/sending/general-refusal.ts";
import * as reasons from "../ledger/sending/reasons.ts";
import { noteSequence, submit } from "../ledger/sending/submit.ts";
import { takeFee } from "../ledger/sending/take-fee.ts";
import { untilDone } from "../ledger/sending/until-done.ts";
import type { Store } from "../store/db/store.ts";
import { DatabaseUnavailable } from "../store/db/unavailable.ts";
import { nextAttemptAt } from "../store/jobs/backoff.ts";
import * as jobs from "../store/jobs/jobs.ts";

/** Pause before a call is tried again that could not even be tried. */
const PAUSE_SECONDS = 5;

/** Takes a call to the ledger: afterwards it is done, failed, or back in the queue with its reason. */
export async function sendCall(parts: Parts, call: LedgerCall): Promise<void> {
  const channel = await parts.channels.acquire();
  let decided = false;
  let feeEnded: (() => void) | undefined;
  try {
    const checked = await call.check?.();
    if (checked !== undefined) {
      decided = true;
      if (checked !== "applied") return await endAttempt(parts, call, checked);
      return await complete(parts, call, { returnValue: xdr.ScVal.scvVoid(), txHash: null });
    }
    const slot = await parts.sender.slot(channel);
    const simulation = await parts.sender.draft(slot, call.operation);
    const { transaction, returnValue } = simulation;
    if (call.isApplied(returnValue)) {
      decided = true;
      return await complete(parts, call, { returnValue, txHash: null });
    }
    if (!call.isFree) {
      const taken = await takeFee(parts, call.merchantId, simulation);
      if ("until" in taken) {
        decided = true;
        return await waitForBudget(parts, call, taken);
      }
      feeEnded = taken.ended;
    }
    const { submissionId, outcome } = await submit(parts, {
      kind: call.kind,
      merchantId: call.merchantId,
      campaignId: call.campaignId,
      jobKey: call.job.key,
      slot,
      transaction,
      source: call.signer,
    });
    noteSequence(channel, slot, outcome);
    decided = (await untilDone(parts, () => recordCall(parts, call, submissionId, outcome))) ?? false;
  } catch (error) {
    decided = true;
    await untilDone(parts, () => afterError(parts, call, error));
  } finally {
    feeEnded?.();
    if (decided) parts.channels.release(channel);
  }
}

async function waitForBudget(
  parts: Parts,
  call: LedgerCall,
  { spent, until }: { spent: Spent; until: Date },
): Promise<void> {
  const { cause, detail } = feesSpent(call.merchantId, spent);
  parts.context.blocks.raise(cause, detail, call.merchantId);
  await endAttempt(parts, call, {
    kind: "wait",
    reason: reasons.feeBudget(until, spent),
    seconds: BUDGET_PAUSE_SECONDS,
  });
}

async function afterError(parts: Parts, call: LedgerCall, error: unknown): Promise<void> {
  const returnValue = error instanceof CallRefused ? await call.answerIfDone?.(error) : undefined;
  if (returnValue) {
    parts.context.log.info({ job: call.job.key }, "the ledger has it already");
    return complete(parts, call, { returnValue, txHash: null });
  }
  await endAttempt(parts, call, await refusalFor(parts, call, error));
}

async function refusalFor({ context }: Parts, call: LedgerCall, error: unknown): Promise<CallRefusal> {
  const details = { job: call.job.key, err: error instanceof ChainError ? error.message : error };
  context.log.warn(details, "transaction not sent");
  if (!(error instanceof CallRefused)) return unsent(call, error);
  return Promise.resolve(call.refusal(error)).catch((unreadable: unknown) => unsent(call, unreadable));
}

/** No contract has refused it. */
function unsent(call: LedgerCall, error: unknown): CallRefusal {
  if (error instanceof RpcUnavailable) return { kind: "wait", reason: reasons.pausedLedger };
  if (error instanceof DatabaseUnavailable || error instanceof submissions.DatabaseTurnedBack)
    return { kind: "wait", reason: reasons.interrupted };
  return { kind: "again", reason: reasons.notSent(call.job.key, error instanceof ChainError ? error.message : null) };
}

/** Records what became of a call's transaction; false if that is not known yet. */
export async function recordCall(
  parts: Parts,
  call: LedgerCall,
  submissionId: number,
  outcome: Outcome,
): Promise<boolean> {
  if (outcome.kind === "unknown") return false;
  const details = {
    submission: submissionId,
    job: call.job.key,
    ...("txHash" in outcome ? { tx_hash: outcome.txHash } : {}),
  };
  parts.context.log[outcome.kind === "confirmed" ? "info" : "warn"](details, `${call.kind} ${outcome.kind}`);
  switch (outcome.kind) {
    case "confirmed": {
      const { txHash, returnValue } = outcome;
      await complete(parts, call, { returnValue, txHash }, await closing(parts, call, submissionId, outcome));
      return true;
    }
    case "failed": {
      const refusal = { kind: "again", reason: reasons.callRefused(outcome.reason) } as const;
      await endAttempt(parts, call, refusal, await closing(parts, call, submissionId, outcome));
      return true;
    }
    default: {
      // Consumed: perhaps it was applied; the call is idempotent, so the next one finds out or does it.
      const error = outcome.kind === "dead" ? outcome.reason : "its sequence was used and the node has no record of it";
      const close = (store: Store, now: Date) =>
        submissions.close(store, submissionId, { state: outcome.kind, error, now });
      await endAttempt(parts, call, { kind: "wait", reason: reasons.pausedLedger }, close);
      return true;
    }
  }
}

/** Closes the submission of a transaction that the ledger has, and counts its fee. */
async function closing(
  { context, times }: Parts,
  call: LedgerCall,
  submissionId: number,
  outcome: Landed | Failed,
): Promise<(store: Store, now: Date) => Promise<void>> {
  const day = await times.now().catch(() => context.clock.now());
  return async (store, now) => {
    await submissions.close(store, submissionId, { ...submissions.closingOf(outcome), now });
    if (!call.isFree) await chargeMerchant(store, { merchantId: call.merchantId, day, fee: outcome.feeCharged });
  };
}

async function complete(
  { context }: Parts,
  call: LedgerCall,
  done: Omit<Done, "now">,
  also?: (store: Store, now: Date) => Promise<unknown>,
): Promise<void> {
  await context.db.commit(async (store) => {
    const now = context.clock.now();
    await also?.(store, now);
    await call.done(store, { ...done, now });
    await jobs.complete(store, call.job);
    // Issuances of a campaign wait for it.
    await store.notify(topics.queue("reward-issuance"));
  });
  context.metrics.jobFinished("transaction-submission", "completed");
}

async function endAttempt(
  { context }: Parts,
  call: LedgerCall,
  refusal: CallRefusal,
  also?: (store: Store, now: Date) => Promise<unknown>,
): Promise<void> {
  const { job } = call;
  const exhausted = refusal.kind === "again" && jobs.isExhausted(job, context.settings.worker.maxAttempts);
  await context.db.commit(async (store) => {
    const now = context.clock.now();
    await also?.(store, now);
    const why = { error_message: refusal.reason, updated_at: now };
    if (exhausted) await jobs.deadLetter(store, job, refusal.reason, now);
    else if (refusal.kind === "never") await jobs.complete(store, job);
    if (exhausted || refusal.kind === "never") return call.failed(store, why);

    await call.note(store, why);
    if (refusal.kind === "wait") {
      return jobs.wait(store, job, {
        runAt: new Date(now.getTime() + (refusal.seconds ?? PAUSE_SECONDS) * 1000),
        reason: refusal.reason,
        now,
      });
    }
    const runAt = nextAttemptAt(now, job.failures + 1, context.settings.worker.backoffSeconds);
    return jobs.retry(store, job, { runAt, error: refusal.reason, now });
  });
  if (exhausted || refusal.kind === "never") context.metrics.jobFinished("transaction-submission", "failed");
}
