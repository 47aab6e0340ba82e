import fc from "fast-check";
import { expect, it } from "vitest";
import { lastTime, nextTime } from "./cron.ts";

it("finds the last time of a pattern until another one", () => {
  const patterns = ["* * * * *", "*/7 * * * *", "0 6 * * *", "30 0 * * 1", "* 3 1 * *", "0 0 29 2 *"];
  const start = Date.parse("2028-01-01T00:00:00Z");
  const minutes = fc.integer({ min: 0, max: 60 * 24 * 400 });
  const ms = fc.integer({ min: 0, max: 60 * 60_000 });
  fc.assert(
    fc.property(fc.constantFrom(...patterns), minutes, ms, (pattern, after, wait) => {
      const first = nextTime(pattern, new Date(start + after * 60_000)) as Date;
      const now = new Date(first.getTime() + wait);
      let last = first;
      for (let next = nextTime(pattern, last); next && next <= now; next = nextTime(pattern, next)) last = next;
      expect(lastTime(pattern, first, now)).toEqual(last);
    }),
  );
  expect(lastTime("0 6 * * *", new Date("2028-01-02T06:00:00Z"), new Date("2029-01-02T05:59:59Z"))).toEqual(
    new Date("2029-01-01T06:00:00Z"),
  );
});
