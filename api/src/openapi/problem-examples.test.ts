import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

it("has the problems of every folder of core", () => {
  const core = join(import.meta.dirname, "../../../core/src");
  const files = globSync("**/problems.ts", { cwd: core });
  expect(files.length).toBeGreaterThan(10);
  // Within a folder, the compiler names each problem without an example.
  const source = readFileSync(join(import.meta.dirname, "problem-examples.ts"), "utf8");
  expect(files.filter((file) => !source.includes(`"@merit/core/${file}"`))).toEqual([]);
});
