import { xdr } from "@stellar/stellar-sdk";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Parts } from "../context/parts.ts";
import { contractNames } from "../ledger/chain/bindings.ts";
import { instanceKey } from "../ledger/chain/code.ts";
import { FeeTooHigh } from "../ledger/chain/errors.ts";
import type { Lifetime } from "../ledger/chain/lifetimes.ts";
import type { Landed } from "../ledger/chain/outcome.ts";
import type { Sender } from "../ledger/chain/sender.ts";
import { merchantFees } from "../store/db/schema/payouts.ts";
import { submissions } from "../store/db/schema/submissions.ts";
import { newContract } from "../testing/chain.ts";
import type { TestLedger } from "../testing/ledger.ts";
import { createParts } from "../testing/parts.ts";
import { eventually } from "../testing/wait.ts";
import { createWorld, type World } from "../testing/world.ts";
import { keepContracts } from "./upkeep.ts";

const DAY = 17_280;
const count = contractNames.length + 1;

let world: World;
let parts: Parts;
let ledger: TestLedger;
/** Days that each contract has left. */
let left: number[];
/** The extensions that were made: how many entries, and to how many ledgers. */
let extended: { keys: number; extendTo: number }[];
beforeEach(() => {
  world = createWorld();
  ({ parts, ledger } = createParts(world));
  left = Array.from({ length: count }, () => 120);
  extended = [];
  const { chain } = world.context;
  chain.lifetimes = async (ids) =>
    ids.map((_, index): Lifetime => {
      return { keys: [instanceKey(newContract())], left: (left[index] ?? 0) * DAY };
    });
  const draft: Sender["draftExtension"] = async (_slot, keys, extendTo) => {
    extended.push({ keys: keys.length, extendTo });
    return { transaction: { call: { method: "extend" }, toXdr: () => "AAAA" } } as never;
  };
  Object.assign(parts.sender, { draftExtension: draft });
});
afterEach(() => world[Symbol.asyncDispose]());

const landed = (): Landed => ({
  kind: "confirmed",
  txHash: "a".repeat(64),
  ledger: 100,
  feeCharged: 6_000_000n,
  returnValue: xdr.ScVal.scvVoid(),
  events: [],
});

async function look(): Promise<void> {
  const stop = new AbortController();
  const keeping = keepContracts(parts, stop.signal);
  const gauges = async () => (await world.context.metrics.contractLife.get()).values.length;
  await eventually(async () => expect(await gauges()).toBe(count));
  await eventually(() => expect(ledger.outcomes.length).toBe(0));
  stop.abort();
  await keeping;
}

const logged = (level: number) => world.logs.map((line) => JSON.parse(line)).filter((line) => line.level === level);

it("sends nothing while every contract has its time", async () => {
  await look();
  expect(extended).toEqual([]);
});

it("pays the rent before a caller has to, at the fee account's cost and no merchant's", async () => {
  left[1] = 118;
  [left[3], left[5]] = [117.9, 40];
  ledger.outcomes = [landed(), landed()];
  await look();
  expect(extended).toEqual([
    { keys: 1, extendTo: 120 * DAY },
    { keys: 1, extendTo: 120 * DAY },
  ]);
  const rows = await world.context.db.read(async (store) => store.select().from(submissions));
  expect(rows).toMatchObject(
    [1, 2].map(() => ({ kind: "upkeep", state: "confirmed", merchant_id: null, fee_charged: 6_000_000n })),
  );
  expect(await world.context.db.read(async (store) => store.select().from(merchantFees))).toEqual([]);
  expect((await world.context.metrics.rentPaid.get()).values[0]?.value).toBeCloseTo(1.2);
  const { values } = await world.context.metrics.contractLife.get();
  expect(values.find(({ labels }) => labels.contract === contractNames[5])?.value).toBe(40);
});

it("names what the ledger has archived, which an extension can't bring back", async () => {
  left[2] = 0;
  await look();
  expect(extended).toEqual([]);
  expect(logged(50)).toEqual([expect.objectContaining({ contract: contractNames[2] })]);
});

it("goes on after an error, and gives its channel back", async () => {
  left[0] = 1;
  const draft = parts.sender.draftExtension;
  Object.assign(parts.sender, { draftExtension: () => Promise.reject(new FeeTooHigh(2n, 1n)) });
  await look();
  await eventually(() => expect(logged(40).length).toBe(1));
  Object.assign(parts.sender, { draftExtension: draft });
  ledger.outcomes = [landed()];
  await look();
  expect(extended).toHaveLength(1);
});
