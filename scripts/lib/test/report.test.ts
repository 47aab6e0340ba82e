import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { root, StepError } from "../run.ts";
import { Part, Report, shown } from "./report.ts";

it("names part, test, error, seed and command of each failure, and each second try", async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const report = new Report();
  const part = new Part("unit", report);
  await part.check("answers", async () => Promise.reject(new StepError("no test has seen these:\nGET /a 404")));
  part.fail({ test: "a.test.ts > adds", error: "Error: 1 is not 2", seed: "7", again: "npx vitest a.test.ts" });
  report.retried.push({ part: "system", test: "b.test.ts > waits", error: "Error: late", again: "npx vitest b" });
  Object.assign(report.rust, { passed: 3, failed: 0, ignored: 1 });
  expect(report.lastScreen).toBe(
    `test result: ok. 3 passed; 0 failed; 1 ignored

Passed at the second try only:
 RETRY  system: b.test.ts > waits
       Error: late
       again: npx vitest b

Failed:
 FAIL  unit: answers
       no test has seen these: GET /a 404
       again: npm test -- unit
 FAIL  unit: a.test.ts > adds
       Error: 1 is not 2
       seed 7
       again: npx vitest a.test.ts
`,
  );
});

it("is empty where nothing failed and no Rust ran", () => {
  expect(new Report().lastScreen).toBe("");
});

it("goes on after a check that failed, and takes its command's first error", async () => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const report = new Report();
  const part = new Part("lint", report);
  await part.command("types", process.execPath, ["-e", "console.log('a.ts(1,1): error TS1: no'); process.exit(2)"]);
  await part.command("format", process.execPath, ["-e", ""]);
  expect(report.failures).toEqual([
    {
      ...{ part: "lint", test: "types", error: "a.ts(1,1): error TS1: no" },
      again: "node -e 'console.log('\\''a.ts(1,1): error TS1: no'\\''); process.exit(2)'",
    },
  ]);
});

it("shows a command as a person types it", () => {
  expect(shown("cargo", ["test", "--", "--exact", "a::b"], { MERIT_WASM_DIR: "target/contracts" })).toBe(
    "MERIT_WASM_DIR=target/contracts cargo test -- --exact a::b",
  );
  expect(shown("biome", ["ci", "."])).toBe("npx biome ci .");
  expect(shown(process.execPath, [join(root, "scripts/bindings.ts"), "--check"])).toBe(
    "node scripts/bindings.ts --check",
  );
});
