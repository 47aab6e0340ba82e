import { expect, it } from "vitest";
import { isoTime } from "./days.ts";

it("writes times as toISOString does", () => {
  const day = Date.UTC(2026, 1, 28);
  const edges = [0, 1, 999, 1000, 59_999, 60_000, 3_599_999, 3_600_000, 86_399_999, 86_400_000, -1, -86_400_000];
  const random = Array.from({ length: 2000 }, (_, number) => Math.floor(day + (number - 1000) * 12_345_678.9));
  const far = [8.64e15, -8.64e15, Date.UTC(10_000, 0, 1), -62_198_755_200_000];
  for (const time of [...edges, ...edges.map((ms) => day + ms), ...random, ...far]) {
    expect(isoTime(new Date(time))).toBe(new Date(time).toISOString());
  }
  expect(isoTime(null)).toBeNull();
  expect(() => isoTime(new Date(Number.NaN))).toThrow(RangeError);
});
