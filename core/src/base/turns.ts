import { setImmediate as nextTurn } from "node:timers/promises";

/** How long a loop may keep the event loop, in milliseconds: other calls, timers and payouts wait so long. */
const TURN_MS = 10;

/** Lets others have the event loop when the caller has had it for long. Call it in each round of a long loop. */
export function createTurns(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < TURN_MS) return undefined;
    return nextTurn().then(() => {
      began = performance.now();
    });
  };
}

/** As `map`, for many items or slow work: others have the event loop in between. */
export async function mapInTurns<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  const turn = createTurns();
  for (const item of items) {
    results.push(work(item, results.length));
    const others = turn();
    if (others) await others;
  }
  return results;
}
