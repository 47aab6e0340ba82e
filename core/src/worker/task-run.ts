import { CallRefused, ChainError, RpcUnavailable } from "../chain/errors.ts";
import type { Failed, Landed, Outcome } from "../chain/outcome.ts";
import * as submissions from "../chain/submissions.ts";
import type { Store } from "../db/store.ts";
import { DatabaseUnavailable } from "../db/unavailable.ts";
import { nextAttemptAt } from "../jobs/backoff.ts";
import * as jobs from "../jobs/jobs.ts";
import { BUDGET_PAUSE_SECONDS, chargeMerchant, feesSpent } from "../sending/fees.ts";
import type { CallRefusal } from "../sending/general-refusal.ts";
import * as reasons from "../sending/reasons.ts";
import { noteSequence, submit } from "../sending/submit.ts";
import { takeFee } from "../sending/take-fee.ts";
import { untilDone } from "../sending/until-done.ts";
import { topics } from "../wake.ts";
import type { Parts } from "./parts.ts";
import type { Done, Task } from "./task.ts";

/** Pause before a call is tried again that could not even be tried. */
const PAUSE_SECONDS = 5;

/** Takes a task to the ledger: afterwards it is done, failed, or back in the queue with its reason. */
export async function runTask(parts: Parts, task: Task): Promise<void> {
  const channel = await parts.channels.acquire();
  let decided = false;
  let fee: bigint | undefined;
  try {
    const slot = await parts.sender.slot(channel);
    const simulation = await parts.sender.draft(slot, task.operation);
    const { transaction, returnValue } = simulation;
    if (task.isApplied(returnValue)) {
      decided = true;
      return await complete(parts, task, { returnValue, txHash: null });
    }
    if (!task.isFree) {
      const taken = await takeFee(parts, task.merchantId, simulation);
      if ("until" in taken) {
        decided = true;
        return await waitForBudget(parts, task, taken.until);
      }
      fee = taken.fee;
    }
    const { submissionId, outcome } = await submit(parts, {
      kind: task.kind,
      merchantId: task.merchantId,
      campaignId: task.campaignId,
      jobKey: task.job.key,
      slot,
      transaction,
      source: task.signer,
    });
    noteSequence(channel, slot, outcome);
    decided = (await untilDone(parts, () => recordTask(parts, task, submissionId, outcome))) ?? false;
  } catch (error) {
    decided = true;
    await untilDone(parts, () => afterError(parts, task, error));
  } finally {
    if (fee !== undefined) parts.fees.ended(task.merchantId, fee);
    if (decided) parts.channels.release(channel);
  }
}

async function waitForBudget(parts: Parts, task: Task, until: Date): Promise<void> {
  const { cause, detail } = feesSpent(task.merchantId);
  parts.context.blocks.raise(cause, detail, task.merchantId);
  await endAttempt(parts, task, { kind: "wait", reason: reasons.feeBudget(until), seconds: BUDGET_PAUSE_SECONDS });
}

async function afterError(parts: Parts, task: Task, error: unknown): Promise<void> {
  const returnValue = error instanceof CallRefused ? await task.answerIfDone?.(error) : undefined;
  if (returnValue) return complete(parts, task, { returnValue, txHash: null });
  await endAttempt(parts, task, refusalFor(parts, task, error));
}

function refusalFor({ context }: Parts, task: Task, error: unknown): CallRefusal {
  const details = { job: task.job.key, err: error instanceof ChainError ? error.message : error };
  context.log.warn(details, "transaction not sent");
  if (error instanceof CallRefused) return task.refusal(error);
  if (error instanceof RpcUnavailable) return { kind: "wait", reason: reasons.pausedLedger };
  if (error instanceof DatabaseUnavailable || error instanceof submissions.DatabaseTurnedBack)
    return { kind: "wait", reason: reasons.interrupted };
  return { kind: "again", reason: reasons.callRefused("internal error") };
}

/** Records what became of a task's transaction; false if that is not known yet. */
export async function recordTask(parts: Parts, task: Task, submissionId: number, outcome: Outcome): Promise<boolean> {
  if (outcome.kind === "unknown") return false;
  const details = {
    submission: submissionId,
    job: task.job.key,
    ...("txHash" in outcome ? { tx_hash: outcome.txHash } : {}),
  };
  parts.context.log[outcome.kind === "confirmed" ? "info" : "warn"](details, `${task.kind} ${outcome.kind}`);
  switch (outcome.kind) {
    case "confirmed": {
      const { txHash, returnValue } = outcome;
      await complete(parts, task, { returnValue, txHash }, await closing(parts, task, submissionId, outcome));
      parts.context.wake.notify(topics.landed);
      return true;
    }
    case "failed": {
      const refusal = { kind: "again", reason: reasons.callRefused(outcome.reason) } as const;
      await endAttempt(parts, task, refusal, await closing(parts, task, submissionId, outcome));
      return true;
    }
    default: {
      // Consumed: perhaps it was applied; the call is idempotent, so the next one finds out or does it.
      const error = outcome.kind === "dead" ? outcome.reason : "its sequence was used and the node has no record of it";
      const close = (store: Store, now: Date) =>
        submissions.close(store, submissionId, { state: outcome.kind, error, now });
      await endAttempt(parts, task, { kind: "wait", reason: reasons.pausedLedger }, close);
      return true;
    }
  }
}

/** Closes the submission of a transaction that the ledger has, and counts its fee. */
async function closing(
  { context, times }: Parts,
  task: Task,
  submissionId: number,
  outcome: Landed | Failed,
): Promise<(store: Store, now: Date) => Promise<void>> {
  const day = await times.now().catch(() => context.clock.now());
  return async (store, now) => {
    await submissions.close(store, submissionId, { ...submissions.closingOf(outcome), now });
    if (!task.isFree) await chargeMerchant(store, { merchantId: task.merchantId, day, fee: outcome.feeCharged });
  };
}

async function complete(
  { context }: Parts,
  task: Task,
  done: Omit<Done, "now">,
  also?: (store: Store, now: Date) => Promise<unknown>,
): Promise<void> {
  await context.db.commit(async (store) => {
    const now = context.clock.now();
    await also?.(store, now);
    await task.done(store, { ...done, now });
    await jobs.complete(store, task.job);
    // Issuances of a campaign wait for it.
    await store.notify(topics.queue("reward-issuance"));
  });
  context.metrics.jobFinished("transaction-submission", "completed");
}

async function endAttempt(
  { context }: Parts,
  task: Task,
  refusal: CallRefusal,
  also?: (store: Store, now: Date) => Promise<unknown>,
): Promise<void> {
  const { job } = task;
  const exhausted = refusal.kind === "again" && jobs.isExhausted(job, context.settings.worker.maxAttempts);
  await context.db.commit(async (store) => {
    const now = context.clock.now();
    await also?.(store, now);
    if (exhausted) await jobs.deadLetter(store, job, refusal.reason, now);
    else if (refusal.kind === "never") await jobs.complete(store, job);
    if (exhausted || refusal.kind === "never") return task.failed(store, refusal.reason, now);

    await task.note(store, refusal.reason, now);
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
