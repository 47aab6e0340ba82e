import { afterEach, beforeEach, expect, it } from "vitest";
import type { Parts } from "../context/parts.ts";
import { newWallet, openAccount, openLine } from "../testing/chain.ts";
import type { TestLedger } from "../testing/ledger.ts";
import { createParts } from "../testing/parts.ts";
import { eventually } from "../testing/wait.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../testing/world.ts";
import { watchBalances } from "./balances.ts";

const XLM = 10_000_000n;
const fee = newWallet();

let world: World;
let parts: Parts;
let ledger: TestLedger;
beforeEach(async () => {
  world = createWorld();
  ({ parts, ledger } = createParts(world));
  Object.assign(world.context.chain.manifest.accounts, { fee });
  // All of them in order: 100 XLM for fees, 1 in each channel, and the pool has what the campaign may pay.
  hold(fee, 100n * XLM);
  for (const channel of parts.channels.accounts()) hold(channel, XLM);
  await createCampaign(world.context, (await createMerchant(world.context)).merchant.id, { budget: 500n });
  holdPool(500n);
});
afterEach(() => world[Symbol.asyncDispose]());

const hold = (address: string, spendable: bigint) =>
  world.chain.accounts.set(address, openAccount(address, { spendable }));
const holdPool = (balance: bigint) =>
  world.chain.lines.set(world.context.chain.manifest.contracts.pool.id, { ...openLine, balance });

/** One look: what was logged as an error, and the gauges. */
async function look() {
  world.logs.length = 0;
  const stop = new AbortController();
  const watching = watchBalances(parts, stop.signal);
  const values = async () => (await world.context.metrics.balances.get()).values;
  await eventually(async () => expect((await values()).length).toBe(3));
  stop.abort();
  await watching;
  const errors = world.logs.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50);
  const gauges = Object.fromEntries((await values()).map(({ labels, value }) => [labels.account, value]));
  return { errors: errors.map(({ msg }) => msg), gauges };
}

it("shows what fee account, poorest channel and pool have left, and says nothing while that is enough", async () => {
  const [channel] = parts.channels.accounts();
  hold(channel ?? "", XLM / 2n);
  expect(await look()).toEqual({ errors: [], gauges: { fee: 100, channels: 0.5, pool: 0 } });
});

it("says when half of the pool's global limit is used", async () => {
  const warnings = async (used: bigint) => {
    ledger.limit = { limit: 1_000n, used };
    await look();
    return world.logs.map((line) => JSON.parse(line)).filter(({ level }) => level === 40);
  };
  expect(await warnings(499n)).toEqual([]);
  expect(await warnings(500n)).toEqual([expect.objectContaining({ msg: expect.stringContaining("are used") })]);
  expect((await world.context.metrics.limitUsed.get()).values[0]?.value).toBe(0.5);
});

it.each([
  { of: "the fee account", change: () => hold(fee, 1n), says: "send XLM to it" },
  { of: "a channel", change: () => hold(parts.channels.accounts()[0] ?? "", -1n), says: "below its reserve" },
  { of: "the pool", change: () => holdPool(499n), says: "the pool holds 0.0000499" },
])("says when $of has too little", async ({ change, says }) => {
  change();
  expect((await look()).errors).toEqual([expect.stringContaining(says)]);
});
