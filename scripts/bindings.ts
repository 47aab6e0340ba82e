// Generates bindings/src/<contract> from the built wasm; with --check only compares (used by `npm test`).
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildContracts } from "./lib/build.ts";
import { contractsFolder, exists, main, output, root, StepError, step } from "./lib/run.ts";

const committed = join(root, "bindings", "src");

/** Contract names, from the wasm files. */
function contracts(): string[] {
  return readdirSync(contractsFolder)
    .filter((file) => file.endsWith(".wasm"))
    .map((file) => file.replace(".wasm", ""))
    .sort();
}

async function generate(folder: string): Promise<void> {
  for (const name of contracts()) {
    const project = join(folder, `${name}.generated`);
    const wasm = join(contractsFolder, `${name}.wasm`);
    const args = ["generate", "--wasm", wasm, "--contract-name", name, "--output-dir", project, "--overwrite"];
    if ((await output("stellar-js", args)) === undefined) throw new StepError(`stellar-js could not read ${wasm}.`);
    adapt(join(project, "src"), join(folder, name));
    rmSync(project, { recursive: true });
  }
}

/** Copies the generated sources in a form that Node runs as it is: real file names in imports, no enums. */
function adapt(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const file of readdirSync(from)) {
    const text = readFileSync(join(from, file), "utf8");
    writeFileSync(join(to, file), withoutEnums(text).replace(/(from ["']\.\/\w+)\.js(["'])/g, "$1.ts$2"));
  }
}

/** `export enum A { X = 0 }` becomes a constant object and a type of the same name, which is used in the same way. */
function withoutEnums(text: string): string {
  return text.replace(/export enum (\w+) \{([^}]*)\}/g, (_, name: string, body: string) => {
    const members = body.replace(/(\w+) = (\d+)/g, "$1: $2");
    return `export const ${name} = {${members}} as const;\nexport type ${name} = (typeof ${name})[keyof typeof ${name}];`;
  });
}

function differences(expected: string, actual: string): string[] {
  const files = (folder: string) =>
    exists(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile()) : [];
  const paths = new Set(
    [expected, actual].flatMap((folder) =>
      files(folder).map((file) => join(file.parentPath, file.name).slice(folder.length)),
    ),
  );
  const read = (path: string) => (exists(path) ? readFileSync(path, "utf8") : undefined);
  return [...paths].filter((path) => read(expected + path) !== read(actual + path));
}

await main(async () => {
  await buildContracts();
  const folder = mkdtempSync(join(tmpdir(), "merit-bindings-"));
  try {
    await generate(folder);
    const changed = differences(folder, committed);
    if (process.argv.includes("--check")) {
      if (changed.length > 0) {
        throw new StepError(
          `these bindings differ from the contracts; run \`npm run bindings\`:\n  ${changed.join("\n  ")}`,
        );
      }
      process.stdout.write("The bindings match the contracts.\n");
      return;
    }
    step(`Writing the bindings: ${changed.length} files changed`);
    rmSync(committed, { recursive: true, force: true });
    cpSync(folder, committed, { recursive: true });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
