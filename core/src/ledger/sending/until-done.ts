import { setTimeout as pause } from "node:timers/promises";
import { DatabaseTurnedBack } from "../chain/submissions.ts";
import type { Sending } from "./sending.ts";

const PAUSE_MS = 1_000;

/**
 * Repeats work that must be done (recording what the ledger did) until it succeeds. Undefined when the worker stops
 * before that; the submission is then still open and resumed at the next start.
 */
export async function untilDone<T>(
  { context, signal }: Pick<Sending, "context" | "signal">,
  run: () => Promise<T>,
): Promise<T | undefined> {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      // The database was put back to a copy without this transaction: trying again can't help.
      if (error instanceof DatabaseTurnedBack) throw error;
      context.log.error({ err: error }, "could not record an outcome; trying again");
    }
    if (signal.aborted) return undefined;
    await pause(PAUSE_MS, undefined, { signal }).catch(() => undefined);
  }
}
