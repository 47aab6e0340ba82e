import { expect, it } from "vitest";
import type { Chain } from "../../ledger/chain/chain.ts";
import { poolLimits } from "./limits.ts";

/** A pool with so much room for merchant 7 and for all (stroops), that has room for more at `at` (Unix seconds). */
function pool({ own = 0n, all = 0n, at = null }: { own?: bigint; all?: bigint; at?: bigint | null }) {
  const asked: unknown[] = [];
  const view = async (name: string, call: { merchant: bigint | null }) => {
    asked.push([name, call]);
    return { value: name === "room_at" ? at : { remaining: call.merchant === 7n ? own : all } };
  };
  return { limits: poolLimits({ contracts: { pool: { view } } } as unknown as Chain, 7), asked };
}

it.each([
  { own: 5n, all: 9n, room: 5n },
  { own: 9n, all: 5n, room: 5n },
  { own: 0n, all: 9n, room: 0n },
])("with $own for the merchant and $all for all there is room for $room", async ({ own, all, room }) => {
  expect(await pool({ own, all }).limits.room()).toBe(room);
});

it("tells when there is room for the merchant's amount, by the ledger's clock", async () => {
  const { limits, asked } = pool({ at: 1_780_000_000n });
  expect(await limits.roomAt(12n)).toEqual(new Date(1_780_000_000_000));
  expect(asked).toEqual([["room_at", { merchant: 7n, amount: 12n }]]);
});

it("is null if the limit itself is below the amount", async () => {
  expect(await pool({}).limits.roomAt(12n)).toBeNull();
});
