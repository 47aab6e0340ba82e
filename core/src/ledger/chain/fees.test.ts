import { expect, it } from "vitest";
import { inclusionBid } from "./fees.ts";

it("bids what the network pays, and ten times more with every raise", () => {
  expect(inclusionBid(250n, 0, 1_000_000n)).toBe(250n);
  expect(inclusionBid(250n, 2, 1_000_000n)).toBe(25_000n);
});

it("keeps both operations of a fee bump within the cap", () => {
  expect(inclusionBid(250n, 9, 1_000_000n)).toBe(500_000n);
});

it("never bids below the network's minimum", () => {
  expect(inclusionBid(1n, 0, 1_000_000n)).toBe(100n);
  expect(inclusionBid(500n, 0, 100n)).toBe(100n);
});
