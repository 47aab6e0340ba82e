import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AmountError, formatAmount, MAX_STROOPS, parseAmount } from "./money.ts";

describe("parseAmount", () => {
  it.each([
    ["12.5", 125_000_000n],
    ["1", 10_000_000n],
    ["0.0000001", 1n],
    ["1.50", 15_000_000n],
    ["922337203685.4775807", MAX_STROOPS],
  ])("reads %s", (text, stroops) => expect(parseAmount(text)).toBe(stroops));

  it.each([
    "",
    " 1",
    "1 ",
    "+1",
    "-1",
    "1e3",
    "0x10",
    "1,5",
    ".5",
    "1.",
    "01",
    "NaN",
    "Infinity",
    "1.00000001",
    "0",
    "0.0",
    "١",
    "1_000",
  ])("refuses %j", (text) => expect(() => parseAmount(text)).toThrow(AmountError));

  it.each(["922337203685.4775808", "1000000000000", "99999999999999999999", "9".repeat(100_000)])(
    "names the largest amount for a larger one",
    (text) => expect(() => parseAmount(text)).toThrow("must be at most 922337203685.4775807"),
  );

  it("gives back what formatAmount wrote", () => {
    fc.assert(fc.property(fc.bigInt(1n, MAX_STROOPS), (stroops) => parseAmount(formatAmount(stroops)) === stroops));
  });
});

describe("formatAmount", () => {
  it.each([
    [125_000_000n, "12.5"],
    [1n, "0.0000001"],
    [0n, "0"],
    [10_000_000n, "1"],
    [-15_000_000n, "-1.5"],
    [MAX_STROOPS, "922337203685.4775807"],
  ])("writes %s", (stroops, text) => expect(formatAmount(stroops)).toBe(text));
});
