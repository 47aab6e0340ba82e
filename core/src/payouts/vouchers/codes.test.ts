import fc from "fast-check";
import { expect, it } from "vitest";
import { newCode, readCode } from "./codes.ts";

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

it("makes codes that differ, in seven groups of four symbols that can't be mistaken for each other", () => {
  const codes = Array.from({ length: 1000 }, newCode);
  expect(new Set(codes).size).toBe(1000);
  for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/);
});

it("uses each symbol about equally often", () => {
  const counts = new Map<string, number>();
  for (let i = 0; i < 2000; i++) {
    for (const symbol of newCode().replaceAll("-", "").slice(0, 27)) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  }
  // 54,000 symbols, 1,687 of each are expected; six standard deviations are 243.
  for (const symbol of ALPHABET) expect(Math.abs((counts.get(symbol) ?? 0) - 1687)).toBeLessThan(250);
});

it("reads a code without its hyphens, in lower case, with spaces, and with letters typed for digits", () => {
  const code = newCode();
  const plain = code.replaceAll("-", "");
  const misread = code.replaceAll("0", "o").replaceAll("1", "l");
  for (const typed of [code, plain, plain.toLowerCase(), ` ${code.replaceAll("-", " ")}\n`, misread]) {
    expect(readCode(typed)).toBe(code);
  }
});

it("notices any one wrong symbol", () => {
  fc.assert(
    fc.property(fc.constant(null).map(newCode), fc.nat(27), fc.integer({ min: 1, max: 31 }), (code, at, by) => {
      const symbols = [...code.replaceAll("-", "")];
      symbols[at] = ALPHABET[(ALPHABET.indexOf(symbols[at] as string) + by) % 32] as string;
      expect(readCode(symbols.join(""))).toBeNull();
    }),
    { numRuns: 500 },
  );
});

it.each(["", "A", "http://example.com", `${newCode()}0`, "U".repeat(28), "\u{1d7d8}".repeat(28)])(
  "%j is no code",
  (typed) => {
    expect(readCode(typed)).toBeNull();
  },
);
