import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Pressure } from "./pressure.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

it("is high for a ledger's time after the node was full, and not after other refusals", () => {
  const pressure = new Pressure();
  pressure.refused("txInsufficientFee");
  expect(pressure.isHigh()).toBe(false);
  pressure.refused("TRY_AGAIN_LATER");
  vi.advanceTimersByTime(4_999);
  expect(pressure.isHigh()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(pressure.isHigh()).toBe(false);
});
