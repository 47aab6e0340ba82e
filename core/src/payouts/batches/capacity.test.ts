import { expect, it } from "vitest";
import type { LedgerLimits } from "../../ledger/chain/ledger-limits.ts";
import type { Simulation } from "../../ledger/chain/transaction.ts";
import { LedgerCapacity } from "./capacity.ts";

const ledger = {
  ...{ instructions: 1_800, diskReadEntries: 1_000, diskReadBytes: 1_000 },
  ...{ writeEntries: 1_000, writeBytes: 1_000, transactionBytes: 1_000 },
};
const limits = async (): Promise<LedgerLimits> => ({ ledger, writesPerTransaction: 200 });

/** A batch that takes these instructions and written bytes, and next to nothing else. */
const batch = (instructions: number, writeBytes = 0) =>
  ({
    resources: { footprint: { readOnly: [], readWrite: [] }, instructions, diskReadBytes: 0, writeBytes },
    transaction: { toXdr: () => "" },
  }) as unknown as Simulation;

/** Batches that want to start, and the names of those that have. */
function start(...sizes: number[]) {
  const capacity = new LedgerCapacity({ limits });
  const started: number[] = [];
  const shares = sizes.map((size, index) =>
    capacity.take(batch(size)).then((share) => {
      started.push(index);
      return share;
    }),
  );
  return { capacity, started, shares };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

it("as many run at once as fill a ledger exactly; the next one runs when one has ended", async () => {
  // Ninths add up to a little more than 1.
  const { capacity, started, shares } = start(...Array.from({ length: 10 }, () => 200));
  await settled();
  expect(started).toHaveLength(9);
  capacity.giveBack(await (shares[0] as Promise<number>));
  await settled();
  expect(started).toHaveLength(10);
});

it("the resource that runs out first is the limit", async () => {
  const capacity = new LedgerCapacity({ limits });
  expect(await capacity.take(batch(180, 500))).toBe(0.5);
});

it("one that fills a ledger, or more, runs alone", async () => {
  const { capacity, started, shares } = start(1, 2_400, 1);
  await settled();
  expect(started).toEqual([0]);
  capacity.giveBack(await (shares[0] as Promise<number>));
  await settled();
  expect(started).toEqual([0, 1]);
  capacity.giveBack(await (shares[1] as Promise<number>));
  await settled();
  expect(started).toEqual([0, 1, 2]);
});

it("a small one doesn't overtake a waiting large one, which would never get its turn", async () => {
  const { started } = start(1_000, 1_000, 100);
  await settled();
  expect(started).toEqual([0]);
});
