import { inject, test } from "vitest";
import { atLength } from "../support/long.ts";
import { plans, playSeed } from "../support/plans.ts";

// `npm run prove -- faults` plays many more of these, and finds the smallest schedule that still fails.
const schedules = [
  [1, "instant"],
  [2, "interval:1000"],
  [11, "interval:1000"],
] as const;

for (const [seed, closeMode] of schedules.slice(0, atLength(1, schedules.length))) {
  test(`a node that lies by the schedule of seed ${seed}, ledgers ${closeMode}: the books are exact once it is honest`, async () => {
    await playSeed(inject("template"), seed, plans({ closeMode, kills: [1, 3], lies: [12, 30] }));
  });
}
