import { expect, inject, it } from "vitest";
import { playSeed } from "../support/plans.ts";
import { processPlans } from "../support/process-round.ts";

const WHOLE_MS = 600_000;
/** Its plan has a step of each kind: it kills both leaders and an API, and stops a leader for longer than its lock's time-out. */
const SEED = 202;

// `npm run prove -- faults` plays longer ones, from new seeds, and finds the smallest plan that still fails.

it("three APIs, two workers and two indexers: processes and databases are killed, stopped, cut off and replaced at random moments under load, and each reward is paid once", {
  timeout: WHOLE_MS,
}, async () => {
  const { kills } = await playSeed(inject("template"), SEED, processPlans([7, 7], false));
  expect(kills).toBe(7);
});
