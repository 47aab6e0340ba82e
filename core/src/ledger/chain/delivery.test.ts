import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DeliveryAttempt } from "./delivery.ts";
import type { Delivery } from "./sender.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

/** A delivery that the node has taken, and then doesn't find in these ledgers. */
function taken(...ledgers: number[]): DeliveryAttempt {
  const attempt = new DeliveryAttempt({} as Delivery);
  attempt.accepted();
  for (const ledger of ledgers) attempt.notIn(ledger);
  return attempt;
}

it("waits two ledgers after the node accepted it, and bids more if they didn't include it", () => {
  const early = taken(50, 50, 51, 51);
  expect([early.raises, early.isDue()]).toEqual([0, false]);
  const late = taken(50, 51, 52);
  expect([late.raises, late.isDue()]).toEqual([1, true]);
});

it("gives each bid two ledgers of its own", () => {
  const attempt = taken(50, 52);
  // Not taken at the new bid yet.
  attempt.notIn(54);
  expect(attempt.raises).toBe(1);
  attempt.accepted();
  for (const ledger of [54, 55]) attempt.notIn(ledger);
  expect(attempt.raises).toBe(1);
  attempt.notIn(56);
  expect(attempt.raises).toBe(2);
});

it("sends again after ten seconds, for a node that restarted and has forgotten it", () => {
  const attempt = taken(50);
  vi.advanceTimersByTime(9_999);
  expect(attempt.isDue()).toBe(false);
  vi.advanceTimersByTime(1);
  expect([attempt.isDue(), attempt.raises]).toEqual([true, 0]);
});

it("never sends again what only waits for its end", () => {
  const attempt = new DeliveryAttempt({ isSendable: false } as Delivery);
  expect(attempt.isDue()).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(attempt.isDue()).toBe(false);
});
