import type { CallRefused } from "../chain/errors.ts";
import * as reasons from "./reasons.ts";

/** What to do with a call that a contract refused. */
export type CallRefusal =
  | { kind: "again"; reason: string }
  | { kind: "wait"; reason: string; seconds?: number }
  | { kind: "never"; reason: string };

const PAUSED = new Set([10001, 11001, 12001, 13001, 14001, 15001, 16001]);

/** A pause ends at some time; an operator may fix anything else while there are attempts left. */
export function generalRefusal({ code, message }: Pick<CallRefused, "code" | "message">): CallRefusal {
  if (code !== undefined && PAUSED.has(code)) return { kind: "wait", reason: reasons.pausedCalls };
  return { kind: "again", reason: reasons.callRefused(message) };
}
