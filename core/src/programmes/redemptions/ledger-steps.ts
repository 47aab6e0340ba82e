import type { RedemptionStatus } from "../../store/db/schema/redemptions.ts";
import type { Store } from "../../store/db/store.ts";
import { askLedger } from "../../store/jobs/ask-ledger.ts";
import type { AskedOfLedger } from "../../store/jobs/payloads.ts";
import { redemptionBusy, stepNotAllowed } from "./problems.ts";
import { type LedgerStep, steps } from "./steps.ts";
import type { Redemption } from "./store.ts";
import * as rows from "./store.ts";

/** The steps on the ledger that a merchant can request, each with the contract's function and the event that confirms it. */
export const asked = {
  fulfil: { method: "fulfil", event: "redemption_fulfilled" },
  refund: { method: "cancel", event: "redemption_cancelled" },
} as const satisfies Record<AskedOfLedger, { method: string; event: LedgerStep }>;

export type { AskedOfLedger };

/** The status after a step that is on its way. */
const goalOf = (step: AskedOfLedger): RedemptionStatus => steps[asked[step].event].to;

/**
 * Asks for a step on the ledger: the redemption keeps its status until the ledger has taken it, and `next_status` says where it
 * goes. A repeat, while it is on its way or done, does nothing.
 * @throws Problem 409 `redemption_step_not_allowed`, `redemption_busy`
 */
export async function ask(
  store: Store,
  redemption: Redemption,
  step: AskedOfLedger,
  { now, reason }: { now: Date; reason?: string | undefined },
): Promise<Redemption> {
  const { id, status, next_status } = redemption;
  const to = goalOf(step);
  if (status === to || next_status === to) return redemption;
  const change = { next_status: to, error_message: null, updated_at: now, ...(reason !== undefined && { reason }) };
  const started = await rows.startOnLedger(store, id, change);
  if (!started) {
    if (next_status !== null) throw redemptionBusy(id, next_status);
    throw stepNotAllowed(id, status, step, steps[asked[step].event].from);
  }
  const added = await askLedger(store, redemption.merchant_id, { kind: "redemption", redemption_id: id, step }, now);
  if (!added) throw new Error(`redemption ${id} has a job of another step and none on its way`);
  return started;
}
