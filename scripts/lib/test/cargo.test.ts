import { expect, it } from "vitest";
import { countsOf, failuresOf } from "./cargo.ts";

const output = `     Running tests/pool/main.rs (target/release/deps/pool-1)

running 2 tests
test limits::a_day ... FAILED
test limits::two_days ... FAILED

failures:

---- limits::a_day stdout ----

thread 'limits::a_day' (71) panicked at contracts/pool/tests/pool/limits.rs:7:5:
assertion \`left == right\` failed: of a day
  left: 1
 right: 2

---- limits::two_days stdout ----
more output

thread 'limits::two_days' (72) panicked at contracts/models/tests/properties.rs:31:40:
seed 7: Test failed: budget is 3
note: run with \`RUST_BACKTRACE=1\`

failures:
    limits::a_day
    limits::two_days

test result: FAILED. 0 passed; 2 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.10s

error: test failed, to rerun pass \`-p merit-pool --test pool\`
     Running unittests src/lib.rs (target/release/deps/merit_common-1)

running 1 test
error: test failed, to rerun pass \`-p merit-common --lib\`

Caused by:
  process didn't exit successfully: \`target/release/deps/merit_common-1\` (signal: 6, SIGABRT: process abort signal)
     Running unittests src/lib.rs (target/release/deps/x-1)

running 3 tests

test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.10s

error: 2 targets failed:
    \`-p merit-pool --test pool\`
    \`-p merit-common --lib\`
`;

it("adds up the counts of all programs", () => {
  expect(countsOf(output)).toEqual({ passed: 3, failed: 2, ignored: 1 });
});

it("finds each test that failed, in each program, and a program that ended", () => {
  const again = "MERIT_WASM_DIR=wasm cargo test --release --locked";
  expect(failuresOf(output, { MERIT_WASM_DIR: "wasm" })).toEqual([
    {
      test: "merit-pool pool: limits::a_day",
      error: "assertion `left == right` failed: of a day (contracts/pool/tests/pool/limits.rs:7:5)",
      again: `${again} -p merit-pool --test pool -- --exact limits::a_day`,
    },
    {
      test: "merit-pool pool: limits::two_days",
      error: "seed 7: Test failed: budget is 3 (contracts/models/tests/properties.rs:31:40)",
      seed: "7",
      again: `${again} -p merit-pool --test pool -- --exact limits::two_days`,
    },
    {
      test: "merit-common",
      error: expect.stringContaining("signal: 6, SIGABRT"),
      again: `${again} -p merit-common --lib`,
    },
  ]);
});

it("finds nothing where the programs were not built", () => {
  expect(failuresOf("error[E0425]: cannot find value `x`\nerror: could not compile `merit-pool`\n")).toEqual([]);
});
