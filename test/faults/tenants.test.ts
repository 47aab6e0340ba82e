import { expect, onTestFinished, test } from "vitest";
import { startWorld } from "../support/fixture.ts";
import { atLength } from "../support/long.ts";
import { createTenants, held, TENANTS } from "../support/tenants.ts";
import type { Env } from "../support/world.ts";

const WORK_MS = atLength(20_000, 60_000);
/** Within twenty seconds, a merchant is refused some searches only if few are allowed in a minute. */
const LIMITS = atLength<Env>({ RATE_LIMIT_SEARCH: "20" }, {});

/** Far above what a service needs, in MB: an attack that fills memory or disk passes them within a minute. */
const MOST = { memory: 1_500, disk: 500 };

test("a merchant that does its worst stops none of ten others: their calls succeed, and nothing of theirs is lost", async () => {
  const world = await startWorld({ ...TENANTS, ...LIMITS });
  const tenants = await createTenants(world);
  onTestFinished(() => tenants[Symbol.asyncDispose]());
  const times = await tenants.work(WORK_MS, { hostile: true });
  for (const measured of Object.values(times)) expect(measured.length).toBeGreaterThanOrEqual(10);
  const { memory, disk } = held(world);
  expect(memory).toBeLessThan(MOST.memory);
  expect(disk).toBeLessThan(MOST.disk);
  // It was let do something, was refused, and broke nothing.
  const { refusals } = tenants;
  expect(refusals.get(429)).toBeGreaterThan(0);
  expect([...refusals.keys()].filter((status) => status >= 500)).toEqual([]);
});
