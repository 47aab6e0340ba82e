import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";
import { codesOf } from "./errors.ts";

/** True if the process, or the machine, had no descriptor left for a file or a socket. */
export const isOutOfDescriptors = (error: unknown): boolean =>
  codesOf(error).some((code) => code === "EMFILE" || code === "ENFILE");

/** Number of descriptors: enough to accept and refuse callers, a few at a time, and for requests to the node meanwhile. */
const RESERVE = 32;

/**
 * File descriptors kept in reserve. A process without a free one can't accept a connection, not even to refuse it: callers would
 * wait in the system's queue without an answer. So the reserve is released when the rest is used up.
 */
export interface Descriptors {
  /** True while the reserve is in use. */
  readonly exhausted: boolean;
  /** Takes the reserve, or detects that it is needed; to be called every second or so. */
  look(): void;
  close(): void;
}

export function createDescriptors(): Descriptors {
  const reserve: number[] = [];
  let exhausted = false;
  const close = () => {
    for (const descriptor of reserve.splice(0)) closeSync(descriptor);
  };
  return {
    get exhausted() {
      return exhausted;
    },
    look() {
      try {
        while (reserve.length < RESERVE) reserve.push(openSync(devNull, "r"));
        // Opens one beyond the reserve, to see whether any is left for others.
        closeSync(openSync(devNull, "r"));
        exhausted = false;
      } catch (error) {
        if (!isOutOfDescriptors(error)) throw error;
        exhausted = true;
        close();
      }
    },
    close,
  };
}
