import fc from "fast-check";
import type { LieKind } from "./lies.ts";
import { closeModes, type Plan, type Played, play, type Step } from "./round.ts";
import type { Lie } from "./rpc-proxy.ts";

// Random plans: drawn from a seed, and made smaller by fast-check when one fails.

export const upTo = (max: number, min = 1) => fc.integer({ min, max });

interface Bounds {
  /** First call that may be lied to, at most. */
  from: number;
  times: number;
  by?: fc.Arbitrary<number>;
}

const lie = (method: string, kinds: LieKind[], { from, times, by = fc.constant(0) }: Bounds): fc.Arbitrary<Lie> =>
  fc.record({ method: fc.constant(method), kind: fc.constantFrom(...kinds), from: upTo(from), times: upTo(times), by });

const status = fc.constantFrom(502, 504);
const garbage: LieKind[] = ["truncated", "wrong", "too-many", "drop"];

/** A lie begins within the approximate number of calls of each method that a round of some hundred rewards makes. */
const anyLie = fc.oneof(
  lie("sendTransaction", ["drop", "drop-answer", "twice", "truncated", "wrong", "too-many"], { from: 25, times: 4 }),
  lie("sendTransaction", ["gateway"], { from: 25, times: 4, by: status }),
  lie("sendTransaction", ["late-request", "late-answer"], { from: 25, times: 1, by: upTo(15_000, 200) }),
  lie("getTransaction", ["not-found", "no-events", "stale"], { from: 40, times: 12, by: upTo(5) }),
  lie("getTransaction", ["gateway"], { from: 40, times: 5, by: status }),
  lie("getTransaction", garbage, { from: 40, times: 5, by: upTo(20) }),
  lie("getLedgerEntries", ["stale"], { from: 80, times: 10, by: upTo(20) }),
  lie("getLedgerEntries", garbage, { from: 80, times: 3, by: upTo(20) }),
  lie("getLatestLedger", ["stale"], { from: 80, times: 10, by: upTo(40) }),
  lie("getLatestLedger", garbage, { from: 80, times: 5, by: upTo(20) }),
  lie("simulateTransaction", ["stale"], { from: 60, times: 5, by: upTo(10) }),
  lie("simulateTransaction", garbage, { from: 60, times: 3, by: upTo(20) }),
  lie("getEvents", ["empty-page", "repeated-page"], { from: 150, times: 5 }),
  lie("getEvents", ["gateway"], { from: 150, times: 6, by: status }),
  lie("getEvents", garbage, { from: 150, times: 4, by: upTo(20) }),
  lie("getEvents", ["late-answer"], { from: 150, times: 10, by: upTo(1_000, 200) }),
  lie("getHealth", garbage, { from: 10, times: 3, by: upTo(20) }),
  lie("getFeeStats", garbage, { from: 20, times: 3, by: upTo(20) }),
  lie("*", ["behind"], { from: 500, times: 150, by: upTo(40) }),
  lie("*", ["forgotten"], { from: 500, times: 200 }),
  lie("*", ["too-many", "drop"], { from: 500, times: 30 }),
  lie("*", ["late-answer"], { from: 500, times: 60, by: upTo(400, 50) }),
);

const step = (...whats: Step["what"][]): fc.Arbitrary<Step> =>
  fc.record({ what: fc.constantFrom(...whats), afterMs: upTo(4_000, 0), downMs: upTo(1_000, 0) });

const kill = step("service", "service", "ledger", "both");

/** A list of `least` to `most` of them; a smaller plan leaves some out, and leaves the others as they are. */
export const some = <T>(each: fc.Arbitrary<T>, least: number, most: number) =>
  fc.noBias(fc.array(fc.noShrink(each), { minLength: least, maxLength: most, size: "max" }));

/** Random plans of a kind, and what plays one. */
export interface Playable<P> {
  plans: fc.Arbitrary<P>;
  /** @throws Error that says what wasn't exact */
  play(template: string, plan: P): Promise<Played>;
}

export interface PlanBounds {
  /** Close mode; any if left out. */
  closeMode?: Plan["closeMode"];
  kills?: [least: number, most: number];
  lies?: [least: number, most: number];
  /** The database is copied at a random moment, and put back at a later one. */
  turnsBack?: boolean;
}

export function plans({ closeMode, kills, lies, turnsBack = false }: PlanBounds): Playable<Plan> {
  const killed = kills ? some(kill, ...kills) : fc.constant<Step[]>([]);
  const turned = turnsBack ? fc.tuple(some(kill, 0, 3), step("copy"), some(kill, 0, 3), step("turn back")) : undefined;
  const steps = turned
    ? fc.tuple(turned, killed).map(([[before, copy, between, back], after]) => {
        return [...before, copy, ...between, back, ...after];
      })
    : killed;
  const drawn = fc.record({
    closeMode: closeMode ? fc.constant(closeMode) : fc.noShrink(fc.constantFrom(...closeModes)),
    steps,
    lies: lies ? some(anyLie, ...lies) : fc.constant<Lie[]>([]),
  });
  return { plans: drawn, play };
}

/** Plays the plan of a seed. @throws Error with the plan, and the differences */
export async function playSeed<P>(template: string, seed: number, { plans, play }: Playable<P>): Promise<Played> {
  const [drawn] = fc.sample(plans, { seed, numRuns: 1 });
  if (!drawn) throw new Error(`seed ${seed} gives no plan`);
  return play(template, drawn).catch((error: Error) => {
    throw new Error(`the plan of seed ${seed} fails: ${JSON.stringify(drawn)}\n${error.message}`, { cause: error });
  });
}
