import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";
import { codesOf } from "./errors.ts";

/** Whether the process, or the machine, had no descriptor left for a file or a socket. */
export const isOutOfDescriptors = (error: unknown): boolean =>
  codesOf(error).some((code) => code === "EMFILE" || code === "ENFILE");

/** Enough to accept callers and refuse them, a few at a time, and to ask the node meanwhile. */
const RESERVE = 32;

/**
 * File descriptors kept in reserve. A process without any can't accept a connection, not even to refuse it: callers would wait in
 * the system's queue, and nobody would be told why. So the reserve is let go when the rest is used up.
 */
export interface Descriptors {
  /** Whether the reserve is in use. */
  readonly exhausted: boolean;
  /** Takes the reserve, or finds out that it is needed; to be called every second or so. */
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
        // One beyond the reserve: is there any left for others?
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
