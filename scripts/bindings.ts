// Generates bindings/src/<contract> from the built wasm; with --check only compares (used by `npm test`).
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { $ } from "zx";
import { buildContracts } from "./lib/build.ts";
import { contractsFolder, main, root, StepError, step } from "./lib/run.ts";

const committed = join(root, "bindings", "src");

await main(async () => {
  await buildContracts();
  if (process.argv.includes("--check")) return check();
  step("Generating the bindings");
  rmSync(committed, { recursive: true, force: true });
  await generate(committed);
});
