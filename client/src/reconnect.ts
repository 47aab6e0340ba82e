import { ApiProblem, NoAnswer } from "./errors.ts";
import type { StreamEvent } from "./streams.ts";

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
/** Statuses below 500 that may pass: a reader that was cut off because it was too slow, and too many calls. */
const MAY_PASS = [408, 429];

export interface Reconnecting {
  signal: AbortSignal;
  /** Called before each pause, with what ended the connection and the seconds until the next one. */
  onRetry?: ((error: Error, seconds: number) => void) | undefined;
}

/** The events behind `after`, over as many connections as it takes. @throws what ended a connection and can't pass */
export async function* reconnecting<Event>(
  open: (after: string | undefined) => AsyncIterable<StreamEvent<Event>>,
  after: string | undefined,
  { signal, onRetry }: Reconnecting,
): AsyncGenerator<StreamEvent<Event>> {
  let last = after;
  let pause = FIRST_PAUSE_MS;
  for (;;) {
    let failure: unknown = new NoAnswer("The connection has ended.");
    try {
      for await (const event of open(last)) {
        pause = FIRST_PAUSE_MS;
        yield event;
        last = event.id;
        if (signal.aborted) return;
      }
    } catch (error) {
      failure = error;
    }
    if (signal.aborted) return;
    const wait = waitAfter(failure, pause);
    onRetry?.(failure as Error, wait / 1000);
    await sleep(wait, signal);
    if (signal.aborted) return;
    pause = Math.min(pause * 2, MAX_PAUSE_MS);
  }
}

/** Milliseconds until the next connection. @throws the error itself if that can't help */
function waitAfter(error: unknown, pause: number): number {
  if (error instanceof NoAnswer) return pause;
  if (!(error instanceof ApiProblem)) throw error;
  const { status } = error.problem;
  if (status < 500 && !MAY_PASS.includes(status)) throw error;
  return Math.max(pause, (error.retryAfter ?? 0) * 1000);
}

/** Ends early when the signal aborts. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
}
