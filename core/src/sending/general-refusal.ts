import type { CallRefused } from "../chain/errors.ts";
import * as reasons from "./reasons.ts";

/** What becomes of a call that a contract refused. */
export type CallRefusal =
  | { kind: "again"; reason: string }
  | { kind: "wait"; reason: string; seconds?: number }
  | { kind: "never"; reason: string };

const PAUSED = new Set([10001, 11001, 12001, 13001, 14001, 15001, 16001]);

/** A pause ends some day; anything else may be put right by an operator while the attempts last. */
export function generalRefusal({ code, message }: Pick<CallRefused, "code" | "message">): CallRefusal {
  if (code !== undefined && PAUSED.has(code)) return { kind: "wait", reason: reasons.pausedCalls };
  return { kind: "again", reason: reasons.callRefused(message) };
}
