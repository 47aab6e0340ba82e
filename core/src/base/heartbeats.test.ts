import { afterEach, expect, it, vi } from "vitest";
import { createHeartbeats } from "./heartbeats.ts";

afterEach(() => void vi.useRealTimers());

it("measures a part's silence with a clock that nobody can set", () => {
  vi.useFakeTimers({ now: new Date("2026-01-01T12:00:00Z"), toFake: ["Date", "performance"] });
  const heartbeats = createHeartbeats();
  expect(heartbeats.age("worker")).toBeNull();
  heartbeats.beat("worker");
  vi.setSystemTime(new Date("2026-01-01T11:00:00Z"));
  expect(heartbeats.age("worker")).toBe(0);
  vi.advanceTimersByTime(20_000);
  vi.setSystemTime(new Date("2026-01-01T18:00:00Z"));
  expect(heartbeats.age("worker")).toBe(20_000);
  heartbeats.forget("worker");
  expect(heartbeats.age("worker")).toBeNull();
});
