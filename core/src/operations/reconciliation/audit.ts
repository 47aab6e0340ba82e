import type { Context } from "../../context/context.ts";
import { orLedgerUnreadable } from "../../ledger/chain/problems.ts";
import { checkAccounts, checkPool } from "./balances.ts";
import { campaignsOf, checkCount, checkSums } from "./campaigns.ts";
import type { Difference } from "./differences.ts";
import { checkEvents } from "./events.ts";
import { checkAllMarks, checkPayments } from "./payments.ts";
import { auditRunning } from "./problems.ts";
import { checkReservations } from "./reservations.ts";
import { type Compared, type Period, Run, type Sources, type Watcher } from "./run.ts";

export interface AuditResult {
  /** The first 1,000 of `total`. */
  differences: Difference[];
  total: number;
  compared: Compared;
  /** Facts that could not be compared, and why; they may be right or wrong. */
  notCompared: string[];
}

/**
 * Compares the database's rewards, the ledger and the indexed events. Sums and balances are compared as of now, rewards and
 * events only within the period; of rewards, only those of campaigns that have changed since the period began.
 * Reads page by page, while the service pays or is stopped, and writes nothing.
 * @throws RpcUnavailable, DatabaseUnavailable, and the reason of an aborted `signal`
 */
export async function audit(sources: Sources, period: Period = {}, watcher: Watcher = {}): Promise<AuditResult> {
  const run = new Run(sources, period, watcher);
  await checkCount(run);
  for await (const { campaign, spentDiffers } of campaignsOf(run)) {
    let differs = spentDiffers;
    await checkReservations(run, campaign.id);
    // Every confirmation of a reward also changes its campaign.
    if (!period.from || campaign.updated_at >= period.from) {
      if (await checkSums(run, campaign)) differs = true;
      await checkPayments(run, campaign, differs);
    }
    if (differs) await checkAllMarks(run, campaign);
    await checkEvents(run, campaign);
  }
  await checkPool(run);
  await checkAccounts(run);
  const { differences, total, compared, notCompared } = run;
  return { differences, total, compared, notCompared: [...notCompared] };
}

const running = new WeakSet<Context>();

/** As {@link audit}, one at a time for a service: each may read the whole history. @throws Problem 409 `audit_running`, 503 `rpc_unavailable` */
export async function auditAlone(context: Context, period: Period): Promise<AuditResult> {
  if (running.has(context)) throw auditRunning();
  running.add(context);
  try {
    return await audit(context, period).catch(orLedgerUnreadable(context.log));
  } finally {
    running.delete(context);
  }
}
