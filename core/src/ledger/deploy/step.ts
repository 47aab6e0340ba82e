import { ChainError, SetupError } from "../chain/errors.ts";
import type { Site } from "./site.ts";

/** One step of a deployment; whether it is done is read from the ledger, never from a file. */
export interface Step {
  title: string;
  isDone(site: Site): Promise<boolean>;
  run(site: Site): Promise<unknown>;
}

export interface StepReport {
  title: string;
  /** True: it was done before, and nothing was sent. */
  done: boolean;
}

/** @param onStep called for each step before it runs, or with `done` when there is nothing to do */
export async function runSteps(site: Site, steps: readonly Step[], onStep: (step: StepReport) => void): Promise<void> {
  for (const step of steps) {
    const done = await attempt(step, () => step.isDone(site));
    onStep({ title: step.title, done });
    if (!done) await attempt(step, () => step.run(site));
  }
}

async function attempt<T>(step: Step, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    throw new SetupError(`Could not ${step.title}: ${error.message}`, error);
  }
}
