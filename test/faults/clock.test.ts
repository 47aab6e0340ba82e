import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startWorld } from "../support/fixture.ts";
import { root, until } from "../support/processes.ts";
import type { World } from "../support/world.ts";

const HOUR_MS = 3_600_000;

/** A world whose service has a clock of its own, and waits for long before it tries again. */
async function withOwnClock() {
  const world = await startWorld();
  await world.server.kill("SIGTERM");
  const file = join(world.folder, "clock-shift");
  const setAhead = (ms: number) => writeFileSync(file, String(ms));
  setAhead(0);
  const preload = join(root, "test/support/shifted-clock.mjs");
  const env = { CLOCK_SHIFT_FILE: file, NODE_OPTIONS: `--import=${preload}`, WORKER_BACKOFF_SECONDS: "600" };
  const start = () => world.startServer(env);
  await start();
  return { world, setAhead, start };
}

/** A reward that waits for its second attempt. @returns lets its wallet take it, and waits until it is paid */
async function refusedReward(world: World) {
  const merchant = await world.merchant();
  const wallet = await world.wallet({ trustline: false });
  const campaign_id = await world.campaign(merchant);
  const body = { idempotency_key: "k", campaign_id, wallet_address: wallet.address, amount: "7" };
  const { body: issued } = await merchant.post("/rewards/issue", body);
  await until(async () => {
    const { body: record } = await merchant.get(`/rewards/issuances/${issued.id}`);
    return record.attempts === 1 && /no trustline/.test(record.error_message) ? true : undefined;
  });
  await wallet.trust(world.asset);
  return async () => {
    expect(await world.settled(merchant, issued.id, "confirmed")).toMatchObject({ attempts: 2 });
    expect(await wallet.balance(world.asset)).toBe(70_000_000n);
  };
}

for (const [direction, ms] of [
  ["back", -HOUR_MS],
  ["forward", HOUR_MS],
] as const) {
  test(`the machine's clock is set ${direction} by an hour while the service runs: nothing waits longer`, async () => {
    const { world, setAhead } = await withOwnClock();
    const paid = await refusedReward(world);
    setAhead(ms);
    await paid();
    const { status, body } = await world.api.get("/ready");
    expect(status, JSON.stringify(body)).toBe(200);
  });

  test(`the machine's clock is set ${direction} by an hour while the service is down: nothing waits longer`, async () => {
    const { world, setAhead, start } = await withOwnClock();
    const paid = await refusedReward(world);
    await world.server.kill("SIGKILL");
    setAhead(ms);
    await start();
    await paid();
  });
}
