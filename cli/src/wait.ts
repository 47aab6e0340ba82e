import { setTimeout as sleep } from "node:timers/promises";
import { ApiProblem, Failure, Unreachable } from "./errors.ts";
import type { Session } from "./session.ts";

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2_000;

export interface Waiting<T> {
  /** Name of the awaited record, in the words of the progress line: "Issuance 7". */
  subject: string;
  timeoutSeconds: number;
  read: () => Promise<T>;
  /** Its progress, in a few words. */
  state: (value: T) => string;
  done: (value: T) => boolean;
}

/**
 * Asks until it is done, and shows every change. A temporary failure is tried again.
 * @throws Failure after the time-out; nothing is cancelled by that.
 */
export async function waitFor<T>(session: Session, waiting: Waiting<T>): Promise<T> {
  const end = Date.now() + waiting.timeoutSeconds * 1000;
  let shown = "";
  let pause = FIRST_PAUSE_MS;
  while (true) {
    const value = await readUnlessTransient(waiting.read, end);
    const state = value === undefined ? "no answer, asking again" : waiting.state(value);
    if (state !== shown) session.note(`${waiting.subject}: ${state}`);
    shown = state;
    if (value !== undefined && waiting.done(value)) return value;
    if (Date.now() >= end) {
      throw new Failure(
        `${waiting.subject} is not finished after ${waiting.timeoutSeconds} s (${state}).`,
        "It continues in the service. Ask again later, or wait longer with --timeout.",
      );
    }
    await sleep(Math.min(pause, Math.max(0, end - Date.now())), undefined, { signal: session.io.signal }).catch(() => {
      throw new Failure(`Stopped waiting for ${waiting.subject}; it continues in the service.`);
    });
    pause = Math.min(pause * 1.5, MAX_PAUSE_MS);
  }
}

/** Makes a call, and repeats it once the service's rate limit allows. */
export async function withinLimit<T>({ io, note }: Session, call: () => Promise<T>): Promise<T> {
  while (true) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.problem.status !== 429) throw error;
      const seconds = error.retryAfter ?? 1;
      note(`The service's rate limit is reached; continuing in ${seconds} s.`);
      await sleep(seconds * 1000, undefined, { signal: io.signal }).catch(() => {
        throw new Failure("Stopped before the whole list was sent.", "Send the same list again to continue.");
      });
    }
  }
}

async function readUnlessTransient<T>(read: () => Promise<T>, end: number): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    const transient = error instanceof Unreachable || (error instanceof ApiProblem && error.transient);
    if (!transient || Date.now() >= end) throw error;
    return undefined;
  }
}
