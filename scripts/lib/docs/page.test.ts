import { expect, it } from "vitest";
import { complete, handWritten, summaryOf } from "./page.ts";

it("keeps the hand-written part and replaces the rest", () => {
  const first = complete("# pool\n\nHolds money.\n\n", "generated");
  expect(handWritten("pool.md", first)).toBe("# pool\n\nHolds money.\n\n");
  expect(complete(handWritten("pool.md", first), "anew")).not.toContain("generated");
  expect(summaryOf(first)).toBe("Holds money.");
});

it("asks for a hand-written part where there is none", () => {
  expect(() => handWritten("pool.md", undefined)).toThrow("pool.md: write its upper part first");
  expect(() => handWritten("pool.md", "# pool\n")).toThrow("npm run docs");
});
