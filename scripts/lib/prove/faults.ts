// Payouts under faults: kills, nodes that lie and databases that are turned back, at random moments drawn from a seed.
import { rmSync } from "node:fs";
import fc from "fast-check";
import { type PlanBounds, plans } from "../../../test/support/plans.ts";
import { type Plan, type Played, play } from "../../../test/support/round.ts";
import { createTemplate } from "../../../test/support/template.ts";
import { buildContracts, buildLocalnet } from "../build.ts";
import { step } from "../run.ts";
import type { Row } from "./record.ts";

/** Kills of one round in `npm test`. */
const KILLS = 20;
/** Schedules of lies for each of these rounds, and databases that are turned back. */
const SCHEDULES = 2;
const TURNS = 1;
/** Time for finding a smaller plan that still fails. */
const SHRINKING_MS = 30 * 60_000;

interface Series {
  subject: string;
  bounds: PlanBounds;
  /** How much of the series' goal a round has reached. */
  counts: (played: Played) => number;
  goal: number;
  unit: string;
}

/**
 * @param times how many times the twenty kills of `npm test`
 * @param seed of the first round; each round has the next one
 */
export async function faults(times: number, seed: number): Promise<Row[]> {
  await buildLocalnet();
  await buildContracts();
  const template = await createTemplate();
  const each: Series[] = [
    {
      ...{ subject: "kills", bounds: { kills: [1, 2 * KILLS] } },
      ...{ counts: ({ kills }) => kills, goal: KILLS * times, unit: "SIGKILLs of service, ledger and both" },
    },
    {
      ...{ subject: "lying nodes", bounds: { kills: [0, 3], lies: [1, 25] } },
      ...{ counts: () => 1, goal: SCHEDULES * times, unit: "schedules of a lying RPC" },
    },
    {
      ...{ subject: "turned back", bounds: { kills: [0, 3], lies: [0, 6], turnsBack: true } },
      ...{ counts: () => 1, goal: TURNS * times, unit: "databases put back beneath the service" },
    },
  ];
  try {
    const rows: Row[] = [];
    for (const series of each) rows.push(await playAll(template, series, seed));
    return rows;
  } finally {
    rmSync(template, { recursive: true, force: true });
  }
}

async function playAll(template: string, { subject, bounds, counts, goal, unit }: Series, seed: number): Promise<Row> {
  step(`Payouts under faults: ${goal} ${unit}, from seed ${seed} on`);
  const began = Date.now();
  let [done, rewards] = [0, 0];
  for (let round = 0; done < goal; round++) {
    const { failed, played } = await playOne(template, plans(bounds), seed + round);
    if (failed) return { subject, measured: `seed ${seed + round} fails after ${done} ${unit}`, passed: false };
    done += counts(played);
    rewards += played.rewards;
    const { kills, exits } = played;
    console.log(
      `  seed ${seed + round}: ${kills} kills, ${exits} exits, ${played.rewards} rewards; ${done} of ${goal}`,
    );
  }
  const minutes = Math.round((Date.now() - began) / 60_000);
  const measured = `${done} ${unit}, ${rewards} rewards, each paid exactly once, in ${minutes} min, seed ${seed}`;
  return { subject, measured, passed: true };
}

/** Plays the plan of a seed; where it fails, says the smallest part of it that still does. */
async function playOne(
  template: string,
  plan: fc.Arbitrary<Plan>,
  seed: number,
): Promise<{ failed: boolean; played: Played }> {
  let played: Played = { rewards: 0, kills: 0, exits: 0 };
  const property = fc.asyncProperty(plan, async (each) => {
    played = await play(template, each);
  });
  const result = await fc.check(property, { seed, numRuns: 1, interruptAfterTimeLimit: SHRINKING_MS });
  if (result.failed) {
    const [smallest] = result.counterexample ?? [];
    console.log(`  seed ${seed} FAILS. The smallest plan that still does:\n${JSON.stringify(smallest, undefined, 1)}`);
    console.log(String(result.errorInstance));
  }
  return { failed: result.failed, played };
}
