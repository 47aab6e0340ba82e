import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { sharedWorld } from "../support/fixture.ts";
import { root, until } from "../support/processes.ts";
import type { World } from "../support/world.ts";

const HOUR_MS = 3_600_000;

const folder = mkdtempSync(join(tmpdir(), "merit-clock-"));
const file = join(folder, "shift");
afterAll(() => rmSync(folder, { recursive: true }));
/** Milliseconds by which the service's clock is ahead of this machine's. */
let aheadMs = 0;
function move(ms: number): void {
  aheadMs += ms;
  // Replaced as a whole, so that a reader never sees a part.
  writeFileSync(`${file}.new`, String(aheadMs));
  renameSync(`${file}.new`, file);
}
move(0);

/** A clock of its own, and a long wait before it tries again. */
const env = {
  CLOCK_SHIFT_FILE: file,
  NODE_OPTIONS: `--import=${join(root, "test/support/shifted-clock.mjs")}`,
  WORKER_BACKOFF_SECONDS: "600",
};
const open = sharedWorld(env);

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

// Each is undone by the other.
const directions = [
  ["back", -HOUR_MS],
  ["forward", HOUR_MS],
] as const;

for (const [direction, ms] of directions) {
  test(`the machine's clock is set ${direction} by an hour while the service runs: nothing waits longer`, async () => {
    const world = await open();
    const paid = await refusedReward(world);
    move(ms);
    await paid();
    const { status, body } = await world.api.get("/ready");
    expect(status, JSON.stringify(body)).toBe(200);
  });
}

for (const [direction, ms] of directions) {
  test(`the machine's clock is set ${direction} by an hour while the service is down: nothing waits longer`, async () => {
    const world = await open();
    const paid = await refusedReward(world);
    await world.server.kill("SIGKILL");
    move(ms);
    await world.startServer(env);
    await paid();
  });
}
