import { expect, inject, test } from "vitest";
import { plans, playSeed } from "../support/plans.ts";

// `npm run prove -- faults` plays many more of these, and finds the smallest plan that still fails.

test.each(["instant", "interval:5000"] as const)(
  "ten SIGKILLs of service, ledger and both at random moments under load, ledgers %s: every reward is paid once",
  async (closeMode) => {
    const { kills } = await playSeed(inject("template"), 1, plans({ closeMode, kills: [10, 10] }));
    expect(kills).toBe(10);
  },
  300_000,
);
