import { expect, it } from "vitest";
import { chunksUpTo, FIRST_NUMBER } from "./batches.ts";

const CHUNK = 256;
/** True if the entry of this number is asked for. */
const isAsked = (number: number, top: number, period: number) =>
  chunksUpTo(top, period * FIRST_NUMBER).includes(Math.floor(number / CHUNK));

it("asks for all entries up to the highest index, and none above", () => {
  expect(isAsked(5 * FIRST_NUMBER + 255, 255, 5)).toBe(true);
  expect(isAsked(5 * FIRST_NUMBER + 256, 255, 5)).toBe(false);
  expect(isAsked(5 * FIRST_NUMBER + 256, 256, 5)).toBe(true);
});

it("asks for each period whose marks may live, and those in which numbers may have been paid ahead", () => {
  const asked = Array.from({ length: 12 }, (_, period) => isAsked(period * FIRST_NUMBER, 0, 5));
  expect(asked.flatMap((is, period) => (is ? [period] : []))).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
});

it("begins with the first period: there are no marks of numbers before it", () => {
  expect(chunksUpTo(0, FIRST_NUMBER)[0]).toBe(FIRST_NUMBER / CHUNK);
});

it("asks for entries that exist up to the last period of 32-bit numbers", () => {
  const chunks = chunksUpTo(2 ** 23 - 1, 507 * FIRST_NUMBER);
  expect(Math.max(...chunks.slice(-1))).toBe(2 ** 24 - 1);
  expect(chunks.every((chunk) => Number.isInteger(chunk) && chunk >= 0)).toBe(true);
});
