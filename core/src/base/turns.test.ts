import { expect, it } from "vitest";
import { createTurns, mapInTurns } from "./turns.ts";

/** Takes the processor for `ms` milliseconds. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

it("gives the results in order, and lets timers run in between", async () => {
  let ran = 0;
  const ticking = setInterval(() => {
    ran += 1;
  }, 0);
  const squares = await mapInTurns([1, 2, 3, 4, 5, 6], (item, index) => {
    work(11);
    return [item * item, index];
  });
  clearInterval(ticking);
  expect(squares).toEqual([1, 4, 9, 16, 25, 36].map((square, index) => [square, index]));
  expect(ran).toBeGreaterThanOrEqual(3);
});

it("waits for nobody while the loop is short", () => {
  const turn = createTurns();
  expect(turn()).toBeUndefined();
});

it("throws what the work throws", async () => {
  const failing = mapInTurns([1], () => {
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
});
