import { expect, inject, test } from "vitest";
import { plans, playSeed } from "../support/plans.ts";

// `npm run prove -- faults` plays many more of these, and finds the smallest plan that still fails.

test("twenty SIGKILLs of service, ledger and both at random moments under load: every reward is paid once", async () => {
  const { kills } = await playSeed(inject("template"), 1, plans({ closeMode: "interval:1000", kills: [20, 20] }));
  expect(kills).toBe(20);
}, 300_000);
