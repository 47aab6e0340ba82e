import { steps } from "./steps.ts";
import type { Redemption } from "./store.ts";

// Next actions on a redemption, for tokens by the contract's rules (docs/contracts/redemption.md, "States").

export const actionNames = ["cancel", "expire", "withdraw", "fulfil", "refund"] as const;

export interface Action {
  action: (typeof actionNames)[number];
  /** Time from which it is refused; null: no time ends it. */
  until: Date | null;
}

/** Reader of a redemption: its user, whose wallet signs the steps of one for tokens, or its merchant. */
export type Reader = "user" | "merchant";

/** @param owed stroops that the contract owes to the wallet, which could not receive them */
export function actionsOf(redemption: Redemption, reader: Reader, now: Date, owed: bigint): Action[] {
  const { kind, status, next_status, cancel_until, deadline } = redemption;
  if (kind === "points") {
    const possible = reader === "user" ? (["cancel"] as const) : (["fulfil", "refund"] as const);
    return possible.flatMap((step) => when(isFrom(steps[step].from, status), step));
  }
  if (status !== "locked" || deadline === null) return when(reader === "user" && owed > 0n, "withdraw");
  const isInTime = now < deadline;
  if (reader === "merchant") {
    if (next_status !== null) return [];
    return [...when(isInTime, "fulfil", deadline), ...when(true, "refund")];
  }
  const canCancel = cancel_until !== null && now < cancel_until;
  return [...when(canCancel, "cancel", cancel_until), ...when(!isInTime, "expire")];
}

const isFrom = (from: readonly string[], status: string) => from.includes(status);

const when = (isPossible: boolean, action: Action["action"], until: Date | null = null): Action[] =>
  isPossible ? [{ action, until }] : [];
