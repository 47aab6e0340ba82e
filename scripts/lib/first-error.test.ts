import { expect, it } from "vitest";
import { firstError } from "./first-error.ts";

it.each([
  ["tsc", "core/src/a.ts(3,7): error TS2322: no.\n  more", "core/src/a.ts(3,7): error TS2322: no."],
  [
    "rustc",
    "   Compiling merit-pool v0.3.0\nerror[E0425]: cannot find value `x`\n   --> contracts/pool/src/lib.rs:3:5\n    |",
    "error[E0425]: cannot find value `x` (contracts/pool/src/lib.rs:3:5)",
  ],
  [
    "biome",
    "core/src/a.ts:1:10 lint/style/useConst ━━━━━━━\n\n  × This let is never assigned.",
    "core/src/a.ts:1:10 lint/style/useConst",
  ],
  [
    "dependency-cruiser",
    "\n  error no-circular: core/src/a.ts → \n      core/src/b.ts\n",
    "error no-circular: core/src/a.ts →",
  ],
  ["cargo fmt", "Diff in /x/contracts/pool/src/lib.rs:1:\n-a\n+b", "Diff in /x/contracts/pool/src/lib.rs:1:"],
  ["pip", "Collecting x\nERROR: No matching distribution found for x", "ERROR: No matching distribution found for x"],
  ["colours", "\u001b[31merror\u001b[0m: bad", "error: bad"],
  ["a line that only has the word", "0 errors so far\nit ended\n", "it ended"],
  ["silence", "", ""],
])("finds it in the output of %s", (_, output, line) => {
  expect(firstError(output)).toBe(line);
});
