import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createWorld, type World } from "../../testing/world.ts";
import { DatabaseClock } from "./clock.ts";

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(async () => {
  vi.useRealTimers();
  await world[Symbol.asyncDispose]();
});

it("shows the time of the database's server, on a machine whose clock is wrong", async () => {
  const clock = new DatabaseClock();
  await world.context.db.read(async () => undefined);
  const real = Date.now();
  const began = performance.now();
  vi.useFakeTimers({ toFake: ["Date"], now: real + 3_600_000 });
  expect(clock.now().getTime() - real).toBeGreaterThanOrEqual(3_600_000);
  const following = await clock.follow(world.context.db);
  const passed = performance.now() - began;
  // A fake clock stands still; a reading's answer may have been on its way for some of the time, or all of it.
  const shown = clock.now().getTime() - real;
  expect(shown).toBeGreaterThan(-1_000);
  expect(shown).toBeLessThan(passed + 1_000);
  following.stop();
});
