import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "../context/context.ts";
import * as jobs from "../store/jobs/jobs.ts";

const LOOK_EVERY_MS = 1_000;

/**
 * Makes jobs due once this machine's clock was set back, until `stopped`: their times are its own, so they would wait until it is
 * there again. A clock that is set forward ends waits early, which costs an attempt at most.
 */
export async function watchClock({ db, clock, log }: Context, stopped: AbortSignal): Promise<void> {
  let latest = clock.now();
  while (!stopped.aborted) {
    const now = clock.now();
    if (now > latest) latest = now;
    // Repeated while the clock is behind: work that was under way when it was set back may still queue jobs by the old time.
    else if (now < latest) {
      try {
        const count = await db.commit((store) => jobs.makeDue(store, now));
        if (count > 0)
          log.warn({ jobs: count, clock: now, was: latest }, "the clock was set back: waiting jobs are due now");
      } catch (error) {
        log.error({ err: error }, "jobs could not be made due after the clock was set back");
      }
    }
    await pause(LOOK_EVERY_MS, undefined, { signal: stopped }).catch(() => undefined);
  }
}
