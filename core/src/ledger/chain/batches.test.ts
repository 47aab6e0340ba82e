import { expect, it } from "vitest";
import { chunksUpTo, FIRST_NUMBER } from "./batches.ts";

const CHUNK = 256;
const chunkAt = (period: number) => (period * FIRST_NUMBER) / CHUNK;
/** Entries that are asked for in a period. */
const asked = (tops: number[], period: number) => chunksUpTo(tops, period * FIRST_NUMBER);

it("asks for all entries of a period up to its highest number, and none above", () => {
  expect(asked([5 * FIRST_NUMBER], 5)).toEqual([chunkAt(5)]);
  expect(asked([5 * FIRST_NUMBER + 255], 5)).toEqual([chunkAt(5)]);
  expect(asked([5 * FIRST_NUMBER + 256], 5)).toEqual([chunkAt(5), chunkAt(5) + 1]);
});

it("asks for those periods that have numbers and whose marks may live, each up to its own number", () => {
  const tops = [1, 2, 5, 9].map((period) => period * FIRST_NUMBER + (period === 5 ? CHUNK : 0));
  expect(asked(tops, 5)).toEqual([chunkAt(2), chunkAt(5), chunkAt(5) + 1, chunkAt(9)]);
});

it("asks for nothing before the first number, or where only numbers without a period were paid", () => {
  expect(asked([], 1)).toEqual([]);
  expect(asked([FIRST_NUMBER - 1], 1)).toEqual([]);
});

it("asks for entries that exist up to the last period of 32-bit numbers", () => {
  const chunks = asked([2 ** 32 - 1], 507);
  expect([chunks[0], chunks.at(-1)]).toEqual([chunkAt(511), 2 ** 24 - 1]);
  expect(chunks).toHaveLength(FIRST_NUMBER / CHUNK);
});
