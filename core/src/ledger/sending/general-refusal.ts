import { contractErrors } from "../chain/contract-errors.ts";
import type { CallRefused } from "../chain/errors.ts";
import * as reasons from "./reasons.ts";

/** Next step after a contract refused a call. */
export type CallRefusal =
  | { kind: "again"; reason: string }
  | { kind: "wait"; reason: string; seconds?: number }
  | { kind: "never"; reason: string };

const PAUSED = new Set<number>(Object.values(contractErrors).map(({ Paused }) => Paused));

/** Refusal without a meaning of its own: a pause ends at some time; an operator may fix anything else while there are attempts left. */
export function generalRefusal({ code, message }: Pick<CallRefused, "code" | "message">): CallRefusal {
  if (code !== undefined && PAUSED.has(code)) return { kind: "wait", reason: reasons.pausedCalls };
  return { kind: "again", reason: reasons.callRefused(message) };
}
