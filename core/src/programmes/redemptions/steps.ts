import type { RedemptionKind, RedemptionStatus } from "../../store/db/schema/redemptions.ts";

interface Step {
  kind: RedemptionKind;
  from: readonly RedemptionStatus[];
  to: RedemptionStatus;
  /** True if points (and units, if they came from a limited stock) go back. */
  returns: boolean;
}

/**
 * All steps of a redemption after it was made. One for points begins as `pending`, one on the ledger as `locked`. The
 * steps on the ledger have the names of the contract's events; the contract itself returned or burned the tokens.
 */
export const steps = {
  cancel: { kind: "points", from: ["pending"], to: "cancelled", returns: true },
  fulfil: { kind: "points", from: ["pending"], to: "fulfilled", returns: false },
  // Also possible after it was handed over, since goods can be returned.
  refund: { kind: "points", from: ["pending", "fulfilled"], to: "refunded", returns: true },
  redemption_fulfilled: { kind: "on_chain", from: ["locked"], to: "fulfilled", returns: false },
  redemption_cancelled: { kind: "on_chain", from: ["locked"], to: "cancelled", returns: false },
  redemption_expired: { kind: "on_chain", from: ["locked"], to: "expired", returns: false },
} as const satisfies Record<string, Step>;

export type StepName = keyof typeof steps;
/** Steps that users and merchants request from the service. */
export type AskedStep = { [Name in StepName]: (typeof steps)[Name]["kind"] extends "points" ? Name : never }[StepName];
/** Steps that the ledger reports. */
export type LedgerStep = Exclude<StepName, AskedStep>;
