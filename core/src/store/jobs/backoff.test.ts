import fc from "fast-check";
import { expect, it } from "vitest";
import { nextAttemptAt } from "./backoff.ts";

const now = new Date("2026-01-01T00:00:00Z");
const steps = [1, 5, 15, 30, 60];
const waitAfter = (attempts: number, random: () => number) =>
  (nextAttemptAt(now, attempts, steps, random).getTime() - now.getTime()) / 1000;

it("follows the steps and repeats the last", () => {
  expect([1, 2, 3, 4, 5, 6, 60].map((attempts) => waitAfter(attempts, () => 0.5))).toEqual([1, 5, 15, 30, 60, 60, 60]);
});

it("varies each wait by at most 20 %", () => {
  const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), unit, (attempts, random) => {
      const step = steps[Math.min(attempts, 5) - 1] ?? 0;
      const wait = waitAfter(attempts, () => random);
      return wait >= step * 0.8 - 0.001 && wait <= step * 1.2 + 0.001;
    }),
  );
});
