import { expect, it } from "vitest";
import { addMoves, compareBalances, comparePool } from "./balances.ts";
import type { PoolMove } from "./records.ts";

const balance = (amount: bigint, ledger = 100) => ({ amount, ledger });

it("finds a pool that holds less than it owes", () => {
  const balances = new Map([
    [1, balance(30n)],
    [2, balance(20n)],
  ]);
  expect(comparePool({ held: 150n, reserved: 100n, balances })).toEqual([]);
  // Tokens sent to the pool without a deposit are a gift.
  expect(comparePool({ held: 151n, reserved: 100n, balances })).toEqual([]);
  expect(comparePool({ held: 149n, reserved: 100n, balances })).toMatchObject([{ kind: "pool_short" }]);
});

it("compares free balances with the pool's events up to the same ledger", () => {
  const move = (type: PoolMove["type"], amount: string, ledger: number): PoolMove => ({
    ...{ id: `${ledger}`, type, ledger },
    data: { merchant: "1", amount },
  });
  const moves = [
    move("deposit", "50", 10),
    move("grant", "100", 11),
    move("reserved", "60", 12),
    move("released", "5", 13),
    move("withdraw", "15", 14),
    // After the balance was read.
    move("withdraw", "80", 101),
  ];
  const compare = (amount: bigint, indexedLedger: number) => {
    const balances = new Map([[1, balance(amount)]]);
    const sums = new Map<number, bigint>();
    addMoves(sums, moves, balances);
    const { found, unknown } = compareBalances(balances, sums, indexedLedger);
    return { kinds: found.map(({ kind }) => kind), unknown };
  };
  expect(compare(80n, 100)).toEqual({ kinds: [], unknown: 0 });
  expect(compare(79n, 100)).toEqual({ kinds: ["merchant_balance"], unknown: 0 });
  expect(compare(79n, 99)).toEqual({ kinds: [], unknown: 1 });
});
