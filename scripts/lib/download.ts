import { setTimeout as sleep } from "node:timers/promises";
import { StepError, step } from "./run.ts";

/** Servers and lines have short faults: what is downloaded gets so many tries. */
const TRIES = 3;
const PAUSE_MS = 10_000;

/** @throws StepError that names what could not be downloaded, and why */
export async function download(what: string, attempt: () => Promise<void>, pauseMs = PAUSE_MS): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
      if (tries === TRIES) throw new StepError(`${what} could not be downloaded in ${TRIES} tries: ${error.message}`);
      step(`${what} could not be downloaded; trying again in ${pauseMs / 1000} s`);
      await sleep(pauseMs);
    }
  }
}
