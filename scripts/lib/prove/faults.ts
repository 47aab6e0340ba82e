// Payouts under faults: kills, nodes that lie and databases that are turned back, at random moments drawn from a seed.
import { rmSync } from "node:fs";
import fc from "fast-check";
import { type Playable, plans } from "../../../test/support/plans.ts";
import { processPlans } from "../../../test/support/process-round.ts";
import type { Played } from "../../../test/support/round.ts";
import { createTemplate } from "../../../test/support/template.ts";
import { buildContracts, buildLocalnet } from "../build.ts";
import { step } from "../run.ts";
import type { Row } from "./record.ts";

/** Kills, for each repetition. */
const KILLS = 20;
/** Schedules of lies for each of these rounds, and databases that are turned back. */
const SCHEDULES = 2;
const TURNS = 1;
/** Rounds of several processes, which take minutes. */
const PROCESS_ROUNDS = 0.2;
/** Time for finding a smaller plan that still fails. */
const SHRINKING_MS = 30 * 60_000;

interface Series {
  playable: Playable<unknown>;
  /** Part of the series' goal that a round has reached. */
  counts: (played: Played) => number;
  /** Goal for each requested repetition. */
  goal: number;
  unit: string;
}

const series: Record<string, Series> = {
  kills: {
    ...{ playable: plans({ kills: [1, 2 * KILLS] }), goal: KILLS },
    ...{ counts: ({ kills }) => kills, unit: "SIGKILLs of service, ledger and both" },
  },
  "lying nodes": {
    ...{ playable: plans({ kills: [0, 3], lies: [1, 25] }), goal: SCHEDULES },
    ...{ counts: () => 1, unit: "schedules of a lying RPC" },
  },
  "turned back": {
    ...{ playable: plans({ kills: [0, 3], lies: [0, 6], turnsBack: true }), goal: TURNS },
    ...{ counts: () => 1, unit: "databases put back beneath the service" },
  },
  processes: {
    ...{ playable: processPlans([5, 20], true), goal: PROCESS_ROUNDS },
    ...{ counts: () => 1, unit: "rounds of seven processes on PostgreSQL" },
  },
};

export const faultSeries = Object.keys(series);

export interface Rounds {
  /** Number of kills, in twenties. */
  times: number;
  /** Seed of the first round; each has the next one. */
  seed: number;
  /** Rounds at a time. */
  jobs: number;
}

/** @param subjects some of {@link faultSeries} */
export async function* faults(subjects: readonly string[], rounds: Rounds): AsyncGenerator<Row> {
  await buildLocalnet();
  await buildContracts();
  const template = await createTemplate();
  try {
    for (const subject of subjects) yield await playAll(template, subject, rounds);
  } finally {
    rmSync(template, { recursive: true, force: true });
  }
}

async function playAll(template: string, subject: string, { times, seed, jobs }: Rounds): Promise<Row> {
  const { playable, counts, goal: once, unit } = series[subject] as Series;
  const goal = Math.ceil(once * times);
  step(`Payouts under faults: ${goal} ${unit}, from seed ${seed} on`);
  const began = Date.now();
  let [done, rewards, next] = [0, 0, seed];
  let failure: number | undefined;
  async function playOn(): Promise<void> {
    while (done < goal && failure === undefined) {
      const mine = next++;
      const { failed, played } = await playOne(template, playable, mine);
      if (failed) {
        failure = mine;
        return;
      }
      done += counts(played);
      rewards += played.rewards;
      const { kills, exits } = played;
      console.log(`  seed ${mine}: ${kills} kills, ${exits} exits, ${played.rewards} rewards; ${done} of ${goal}`);
    }
  }
  await Promise.all(Array.from({ length: jobs }, playOn));
  if (failure !== undefined) {
    return { subject, measured: `seed ${failure} fails, beside ${done} ${unit} that passed`, passed: false };
  }
  const minutes = Math.round((Date.now() - began) / 60_000);
  const measured = `${done} ${unit}, ${rewards} rewards, each paid exactly once, in ${minutes} min, seed ${seed}`;
  return { subject, measured, passed: true };
}

/** Plays the plan of a seed; if it fails, reports the smallest part of it that still fails. */
async function playOne(
  template: string,
  { plans, play }: Playable<unknown>,
  seed: number,
): Promise<{ failed: boolean; played: Played }> {
  let played: Played = { rewards: 0, kills: 0, exits: 0 };
  const property = fc.asyncProperty(plans, async (each) => {
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
