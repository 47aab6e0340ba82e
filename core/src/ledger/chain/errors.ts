import { isOutOfDescriptors } from "../../base/descriptors.ts";
import { OperatorError } from "../../base/errors.ts";
import { storable } from "../../base/text.ts";
import { contractErrorWords } from "./contract-errors.ts";

/** Failure of the ledger, of the node or of what was asked of them. `retry`: can the same request succeed later by itself? */
export class ChainError extends OperatorError {
  readonly retry: boolean;

  constructor(message: string, options: { retry: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = new.target.name;
    this.retry = options.retry;
  }
}

/** The node could not be reached or could not answer. */
export class RpcUnavailable extends ChainError {
  constructor(method: string, cause: unknown) {
    // The node's URL stays out, here as in `firstLine`: with many providers it holds a key.
    const advice = isOutOfDescriptors(cause)
      ? "; this process has too many open files: raise its limit (ulimit -n)"
      : "; check that the node runs and that MERIT_RPC_URL names it";
    const hint = cause instanceof Error ? advice : "";
    super(`The Stellar RPC did not answer ${method}: ${reasonOf(cause)}${hint}`, { retry: true, cause });
  }
}

/** An account, key or file that this process relies on is missing or wrong; an operator has to act. */
export class SetupError extends ChainError {
  constructor(message: string, cause?: unknown) {
    super(message, { retry: false, cause });
  }
}

/** The contract (or the host) refused the call in simulation; nothing was sent. */
export class CallRefused extends ChainError {
  /** Contract error code, unique across the system's contracts; undefined when the host itself refused. */
  readonly code: number | undefined;
  /** Log of the call until then, for people, newest first. */
  readonly log: readonly string[];

  /** @param words for the code, of a contract that isn't one of the system's */
  constructor(detail: string, code: number | undefined, words?: string, log: readonly string[] = []) {
    const cause = code === undefined ? firstLine(detail) : (words ?? contractErrorWords(code));
    super(`The ledger refused the call: ${cause}`, { retry: false });
    this.code = code;
    this.log = log;
  }
}

/** The call would cost more than the configured cap. */
export class FeeTooHigh extends ChainError {
  constructor(fee: bigint, cap: bigint) {
    super(`The transaction's resource fee of ${fee} stroops exceeds the cap of ${cap}`, { retry: false });
  }
}

/** The code in "Error(Contract, #14003)": the first one in a host error is the one that ended the call. */
export function contractErrorCode(text: string): number | undefined {
  const match = /Error\(Contract, #(\d+)\)/.exec(text);
  return match ? Number(match[1]) : undefined;
}

// JSON-RPC errors arrive as plain objects {code, message}.
function reasonOf(cause: unknown): string {
  if (typeof cause === "object" && cause !== null && "message" in cause) return firstLine(String(cause.message));
  return firstLine(String(cause));
}

const firstLine = (text: string) => storable((text.split("\n", 1)[0] ?? "").replace(/https?:\/\/\S+/g, "(URL)"));
