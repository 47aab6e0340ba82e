import type { CallRefused } from "../chain/errors.ts";
import * as reasons from "./reasons.ts";

/** What a refused payout call means for its payments. */
export type Refusal =
  | { kind: "limit" }
  | { kind: "window" }
  | { kind: "pause"; reason: string }
  | { kind: "split"; reason: string }
  | { kind: "again"; reason: string }
  | { kind: "never"; reason: string };

/** Codes of the contracts on the payout path; the numbers are stable. */
export const payoutErrors = {
  poolPaused: 13001,
  reserveShort: 13023,
  poolFrozen: 13032,
  poolShort: 13033,
  limitExceeded: 13040,
  campaignPaused: 14001,
  campaignNotActive: 14020,
  outsideWindow: 14021,
  budgetExceeded: 14022,
  distributionPaused: 15001,
} as const;

const byCode: Record<number, Refusal> = {
  [payoutErrors.poolPaused]: { kind: "pause", reason: reasons.paused },
  [payoutErrors.campaignPaused]: { kind: "pause", reason: reasons.paused },
  [payoutErrors.distributionPaused]: { kind: "pause", reason: reasons.paused },
  [payoutErrors.limitExceeded]: { kind: "limit" },
  [payoutErrors.outsideWindow]: { kind: "window" },
  [payoutErrors.campaignNotActive]: { kind: "never", reason: reasons.notActiveOnLedger },
  // A smaller batch may still fit into what is left.
  [payoutErrors.budgetExceeded]: { kind: "split", reason: reasons.budgetOnLedger },
  [payoutErrors.reserveShort]: { kind: "split", reason: reasons.budgetOnLedger },
  [payoutErrors.poolShort]: { kind: "split", reason: reasons.poolUnfunded },
  [payoutErrors.poolFrozen]: { kind: "again", reason: reasons.poolUnfunded },
};

/** The host's own refusals (a limit of the network, a trap) can come from one recipient, as unknown codes can. */
export function refusalOf({ code, message }: Pick<CallRefused, "code" | "message">): Refusal {
  const known = code === undefined ? undefined : byCode[code];
  return known ?? { kind: "split", reason: reasons.callFailed(message) };
}
