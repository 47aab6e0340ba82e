import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SlidingWindow } from "./sliding-window.ts";

function windowAt(limit: number) {
  const clock = { ms: 0 };
  return { clock, window: new SlidingWindow(limit, { now: () => clock.ms, maxKeys: 10 }) };
}

describe("SlidingWindow", () => {
  it("lets the limit through, refuses the next, and says when there is room again", () => {
    const { clock, window } = windowAt(3);
    expect([window.take("a"), window.take("a"), window.take("a")].map(({ remaining }) => remaining)).toEqual([2, 1, 0]);
    const refused = window.take("a");
    expect(refused).toEqual({ allowed: false, remaining: 0, resetSeconds: 61 });
    clock.ms += refused.resetSeconds * 1000 - 1;
    expect(window.take("a").allowed).toBe(false);
    clock.ms += 1;
    expect(window.take("a").allowed).toBe(true);
  });

  it("keys don't share their room", () => {
    const { window } = windowAt(1);
    expect([window.take("a"), window.take("b"), window.take("a")].map(({ allowed }) => allowed)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("takes several at once or none, and says when there is room for all of them", () => {
    const { clock, window } = windowAt(5);
    window.take("a", 2);
    clock.ms += 10_000;
    expect(window.take("a", 2)).toMatchObject({ allowed: true, remaining: 1 });
    expect(window.take("a", 2)).toEqual({ allowed: false, remaining: 1, resetSeconds: 51 });
    expect(window.take("a", 4)).toEqual({ allowed: false, remaining: 1, resetSeconds: 61 });
    clock.ms += 51_000;
    expect(window.take("a", 4).allowed).toBe(false);
    expect(window.take("a", 3)).toMatchObject({ allowed: true, remaining: 0 });
  });

  it("room that is given back can be used again", () => {
    const { window } = windowAt(1);
    window.take("a");
    window.giveBack("a");
    expect(window.take("a").allowed).toBe(true);
    window.giveBack("unknown");
  });

  it("room is also given back some seconds after a refusal", () => {
    const { clock, window } = windowAt(1);
    window.take("a");
    clock.ms += 5_000;
    expect(window.take("a").allowed).toBe(false);
    window.giveBack("a");
    expect(window.take("a").allowed).toBe(true);
  });

  it("never lets more through than the limit in any window, wherever it starts, and never starves", () => {
    // Close together, or about a window apart: where an error of a slot would show.
    const pause = fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 57_000, max: 61_000 }));
    const pauses = fc.array(pause, { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), pauses, (limit, gaps) => {
        const { clock, window } = windowAt(limit);
        const passed: number[] = [];
        for (const gap of gaps) {
          clock.ms += gap;
          const within = (ms: number) => passed.filter((time) => time > clock.ms - ms).length;
          const { allowed } = window.take("a");
          if (allowed) expect(within(60_000)).toBeLessThan(limit);
          else expect(within(61_000)).toBeGreaterThanOrEqual(limit);
          if (allowed) passed.push(clock.ms);
        }
      }),
    );
  });

  it("after a refusal it has room at the time that it named", () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 30, maxLength: 100 });
    fc.assert(
      fc.property(pauses, (gaps) => {
        const { clock, window } = windowAt(5);
        for (const gap of gaps) {
          clock.ms += gap;
          const { allowed, resetSeconds } = window.take("a");
          if (allowed) continue;
          clock.ms += resetSeconds * 1000;
          expect(window.take("a").allowed).toBe(true);
        }
      }),
    );
  });

  it("a flood of keys drops the oldest, and doesn't fill the memory", () => {
    const { window } = windowAt(1);
    window.take("first");
    for (let index = 0; index < 10; index += 1) window.take(`key ${index}`);
    expect(window.take("key 9").allowed).toBe(false);
    expect(window.take("first").allowed).toBe(true);
  });
});
