import { expect, inject, test } from "vitest";
import { atLength } from "../support/long.ts";
import { plans, playSeed } from "../support/plans.ts";
import type { Plan } from "../support/round.ts";

// `npm run prove -- faults` plays many more of these, and finds the smallest plan that still fails.

test.each(atLength<Plan["closeMode"][]>(["instant"], ["instant", "interval:5000"]))(
  "ten SIGKILLs of service, ledger and both at random moments under load, ledgers %s: every reward is paid once",
  async (closeMode) => {
    const { kills } = await playSeed(inject("template"), 1, plans({ closeMode, kills: [10, 10] }));
    expect(kills).toBe(10);
  },
);
