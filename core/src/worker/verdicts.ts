import type { PaymentResult } from "../chain/rewards.ts";
import type { RewardAsset } from "../chain/trustlines.ts";
import type { Context } from "../context.ts";
import type { Store } from "../db/store.ts";
import { nextAttemptAt } from "../jobs/backoff.ts";
import * as jobs from "../jobs/jobs.ts";
import * as settle from "../rewards/settle.ts";
import type { Payment } from "./payments.ts";
import * as reasons from "./reasons.ts";

/** What happens to one payment of a batch. */
export type Verdict =
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
  switch (verdict.kind) {
    case "paid":
      await settle.confirm(store, issuance.id, { txHash: verdict.txHash, now });
      await jobs.complete(store, [job.id]);
      return true;
    case "never":
      await settle.fail(store, issuance.id, { reason: verdict.reason, now });
      await jobs.complete(store, [job.id]);
      return true;
    case "again":
      if (job.attempts >= job.max_attempts) {
        await settle.fail(store, issuance.id, { reason: verdict.reason, now });
        await jobs.deadLetter(store, job, verdict.reason, now);
        return true;
      }
      await settle.note(store, [issuance.id], { reason: verdict.reason, now });
      await jobs.retry(store, job.id, {
        runAt: nextAttemptAt(now, job.attempts, settings.worker.backoffSeconds),
        error: verdict.reason,
      });
      return false;
    case "wait":
      await settle.note(store, [issuance.id], { reason: verdict.reason, now });
      await settle.giveAttemptBack(store, [issuance.id], now);
      await jobs.wait(store, job.id, { runAt: verdict.until, reason: verdict.reason });
      return false;
    case "renumber":
      await settle.renumber(store, issuance.id, now);
      await settle.giveAttemptBack(store, [issuance.id], now);
      await jobs.wait(store, job.id, { runAt: now, reason: "renumbered" });
      return false;
  }
}

/** Verdict for a payment's result on the ledger; `txHash` is the transaction that paid it. */
export function verdictOf(result: PaymentResult, asset: RewardAsset, txHash: string | null): Verdict {
  switch (result) {
    case "PAID":
    case "ALREADY_SAME":
      return { kind: "paid", txHash };
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
