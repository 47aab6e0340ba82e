// Generates bindings/src/<contract> from the built wasm; with --check only compares (used by `npm test`).
// stellar-js writes TypeScript that Node can't run as it is, so what is committed is its JavaScript and its types.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withErrorTypes } from "../core/src/ledger/contract-calls/error-types.ts";
import { buildContracts } from "./lib/build.ts";
import { contractsFolder, exists, main, output, root, run, StepError, step } from "./lib/run.ts";
import { compile } from "./lib/types.ts";

const committed = join(root, "bindings", "src");
// Inside the repository, so that the compiler finds the SDK.
const target = join(root, "target", "bindings");
const generated = join(target, "generated");
const compiled = join(target, "compiled");

async function generate(): Promise<void> {
  rmSync(target, { recursive: true, force: true });
  const names = readdirSync(contractsFolder)
    .filter((file) => file.endsWith(".wasm"))
    .map((file) => file.replace(".wasm", ""));
  const sources = (await Promise.all(names.map(generateOne))).flat();
  const options = ["--target", "es2022", "--module", "nodenext", "--strict", "--skipLibCheck", "--declaration"];
  const folders = ["--rootDir", generated, "--outDir", compiled];
  await run(process.execPath, [compile, ...options, "--ignoreConfig", ...folders, ...sources]);
}

/** Writes a contract's sources to `generated/<name>`. */
async function generateOne(name: string): Promise<string[]> {
  const wasm = join(contractsFolder, `${name}.wasm`);
  const project = join(target, "projects", name);
  const args = ["generate", "--wasm", wasm, "--contract-name", name, "--output-dir", project, "--overwrite"];
  if ((await output("stellar-js", args)) === undefined) throw new StepError(`stellar-js could not read ${wasm}.`);
  mendErrors(join(project, "src"));
  const folder = join(generated, name);
  cpSync(join(project, "src"), folder, { recursive: true });
  return readdirSync(folder).map((file) => join(folder, file));
}

/** With `as const`, the types hold the errors' names, so that the compiler checks whoever uses one. */
function mendErrors(folder: string): void {
  const [path, client] = [join(folder, "types.ts"), readFileSync(join(folder, "client.ts"), "utf8")];
  const types = withErrorTypes({ types: readFileSync(path, "utf8"), client });
  writeFileSync(path, types.replaceAll(/^(export const \w+Error = \{[\s\S]*?^\})(?! as const)/gm, "$1 as const"));
}

function files(folder: string): string[] {
  if (!exists(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

function differences(): string[] {
  const read = (folder: string, file: string) =>
    exists(join(folder, file)) ? readFileSync(join(folder, file), "utf8") : undefined;
  const names = new Set([...files(compiled), ...files(committed)]);
  return [...names].filter((file) => read(compiled, file) !== read(committed, file)).sort();
}

await main(async () => {
  await buildContracts();
  await generate();
  const changed = differences();
  if (process.argv.includes("--check")) {
    if (changed.length === 0) return void process.stdout.write("The bindings match the contracts.\n");
    throw new StepError(
      `these bindings differ from the contracts; run \`npm run bindings\`:\n  ${changed.join("\n  ")}`,
    );
  }
  step(`Writing the bindings: ${changed.length} files changed`);
  rmSync(committed, { recursive: true, force: true });
  cpSync(compiled, committed, { recursive: true });
});
