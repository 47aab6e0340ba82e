import { contractErrors } from "../chain/contract-errors.ts";
import type { CallRefused } from "../chain/errors.ts";
import * as reasons from "./reasons.ts";

/** What to do with a call that a contract refused. */
export type CallRefusal =
  | { kind: "again"; reason: string }
  | { kind: "wait"; reason: string; seconds?: number }
  | { kind: "never"; reason: string };

const { admin, state, token, pool, campaign, distribution, redemption, referral } = contractErrors;
const PAUSED = new Set<number>(
  [admin, state, token, pool, campaign, distribution, redemption, referral].map(({ Paused }) => Paused),
);

/** A pause ends at some time; an operator may fix anything else while there are attempts left. */
export function generalRefusal({ code, message }: Pick<CallRefused, "code" | "message">): CallRefusal {
  if (code !== undefined && PAUSED.has(code)) return { kind: "wait", reason: reasons.pausedCalls };
  return { kind: "again", reason: reasons.callRefused(message) };
}
