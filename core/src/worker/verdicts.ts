import type { PaymentResult } from "../chain/rewards.ts";
import type { RewardAsset } from "../chain/trustlines.ts";
import type { Context } from "../context.ts";
import type { Store } from "../db/store.ts";
import { nextAttemptAt } from "../jobs/backoff.ts";
import type { Job } from "../jobs/jobs.ts";
import * as jobs from "../jobs/jobs.ts";
import * as settle from "../rewards/settle.ts";
import type { Payment } from "./payments.ts";
import * as reasons from "./reasons.ts";

/** What happens to one payment of a batch. */
export type Verdict =
  /** `txHash` is null where the ledger marks it as paid and doesn't tell by which transaction. */
  | { kind: "paid"; txHash: string | null }
  /** The attempt failed: back-off, and after the last one failed with a dead letter. */
  | { kind: "again"; reason: string }
  /** No fault of its own: the attempt is given back. */
  | { kind: "wait"; until: Date; reason: string }
  /** Its number stands for another issuance on the ledger. */
  | { kind: "renumber" }
  /** No later attempt can succeed. */
  | { kind: "never"; reason: string };

/** Applies a verdict in the caller's commit. True if the issuance is settled, so that waiting callers can be told. */
export async function applyVerdict(
  store: Store,
  { issuance, job }: Payment,
  verdict: Verdict,
  { now, settings }: { now: Date; settings: Context["settings"] },
): Promise<boolean> {
  if (verdict.kind === "paid") {
    // A fact of the ledger, whoever holds the job.
    await jobs.complete(store, job);
    return (await settle.confirm(store, issuance.id, { txHash: verdict.txHash, settings, now })) !== null;
  }
  if (!(await endClaim(store, job, verdict, { now, settings }))) return false;
  switch (verdict.kind) {
    case "again":
      if (!isExhausted(job)) {
        await settle.note(store, [issuance.id], { reason: verdict.reason, now });
        return false;
      }
      return (await settle.fail(store, issuance.id, { reason: verdict.reason, now })) !== null;
    case "never":
      return (await settle.fail(store, issuance.id, { reason: verdict.reason, now })) !== null;
    case "wait":
      await settle.note(store, [issuance.id], { reason: verdict.reason, now });
      await settle.giveAttemptBack(store, [issuance.id], now);
      return false;
    case "renumber":
      await settle.renumber(store, issuance.id, now);
      await settle.giveAttemptBack(store, [issuance.id], now);
      return false;
  }
}

const isExhausted = (job: Job) => job.attempts >= job.max_attempts;

/** What becomes of the job; false if another claim has it by now, whose verdict then counts. */
async function endClaim(
  store: Store,
  job: Job,
  verdict: Exclude<Verdict, { kind: "paid" }>,
  { now, settings }: { now: Date; settings: Context["settings"] },
): Promise<boolean> {
  switch (verdict.kind) {
    case "never":
      return jobs.complete(store, job);
    case "again": {
      if (isExhausted(job)) return (await jobs.deadLetter(store, job, verdict.reason, now)) !== undefined;
      const runAt = nextAttemptAt(now, job.attempts, settings.worker.backoffSeconds);
      return jobs.retry(store, job, { now, runAt, error: verdict.reason });
    }
    case "wait":
      return jobs.wait(store, job, { now, runAt: verdict.until, reason: verdict.reason });
    case "renumber":
      return jobs.wait(store, job, { now, runAt: now, reason: "renumbered" });
  }
}

/** Verdict for a payment's result in the transaction `txHash`, null in a simulation. */
export function verdictOf(result: PaymentResult, asset: RewardAsset, txHash: string | null): Verdict {
  switch (result) {
    case "PAID":
      return { kind: "paid", txHash };
    case "ALREADY_SAME":
      // Another transaction paid it.
      return { kind: "paid", txHash: null };
    case "NUMBER_TAKEN":
      return { kind: "renumber" };
    case "NO_TRUSTLINE":
      return { kind: "again", reason: reasons.noTrustline(asset) };
    case "NOT_AUTHORIZED":
      return { kind: "again", reason: reasons.notAuthorized(asset) };
    case "LINE_FULL":
      return { kind: "again", reason: reasons.lineFull(asset) };
    case "OTHER":
      return { kind: "again", reason: reasons.transferRefused };
    case "WALLET_CAP":
      return { kind: "never", reason: reasons.walletCap };
    case "REFUSED":
      return { kind: "never", reason: reasons.refusedRecipient };
  }
}
