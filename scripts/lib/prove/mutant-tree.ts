// A copy of the Rust workspace that holds mutants, and its builds. They have a target folder of their own: cargo names what it
// builds alike for every copy of a workspace, and a mutant must not end up in another one's tests. The contracts' wasm is copied,
// too: a build elsewhere would make tests fail meanwhile, and every mutant with them.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { $ } from "zx";
import { contractsFolder, exists, output, root, StepError, targetFolder } from "../run.ts";
import { type FunctionMutant, type Mutant, type Place, switchCode, withAll, withOne } from "./schemata.ts";

export const tree = join(targetFolder, "mutants", "tree");
/** Stands in for the usual target folder. */
export const mutantTarget = join(targetFolder, "mutants", "build");

export function copyContracts(): void {
  cpSync(contractsFolder, join(mutantTarget, "contracts"), { recursive: true });
}

interface Build {
  /** Programs of the package's tests. */
  programs: string[];
  errors: Diagnostic[];
}

interface Diagnostic {
  level: string;
  rendered: string;
  spans: DiagnosticSpan[];
}

interface DiagnosticSpan {
  file_name: string;
  line_start: number;
  line_end: number;
  is_primary: boolean;
  expansion: { span: DiagnosticSpan } | null;
}

/**
 * Programs of a package's tests that hold those of its mutants that compile.
 * @throws StepError where something else doesn't compile
 */
export async function buildAll(
  name: string,
  mutants: FunctionMutant[],
): Promise<{ programs: string[]; viable: FunctionMutant[] }> {
  const places = await writeTree(name, mutants);
  const { programs, errors } = await build(name);
  if (errors.length === 0) return { programs, viable: mutants };
  const wrong = new Set(errors.flatMap((error) => mutantsAt(error, places)));
  if (wrong.size === 0) {
    const said = errors.map(({ rendered }) => rendered).join("");
    throw new StepError(`${name} with its mutants does not compile.\n${said}`);
  }
  return buildAll(
    name,
    mutants.filter(({ id }) => !wrong.has(id)),
  );
}

/** Puts one mutant alone into the same programs. False: it doesn't compile. */
export async function buildOne(name: string, mutant: Mutant): Promise<boolean> {
  await place(new Map([[mutant.file, withOne(original(mutant.file), mutant)]]));
  return (await build(name)).errors.length === 0;
}

const original = (file: string) => readFileSync(join(root, file), "utf8");

/** @returns where each mutant is, by file */
async function writeTree(name: string, mutants: FunctionMutant[]): Promise<Map<string, Place[]>> {
  const library = `contracts/${name}/src/lib.rs`;
  const changed = new Map([[library, original(library) + switchCode]]);
  const places = new Map<string, Place[]>();
  for (const [file, own] of Map.groupBy(mutants, ({ file }) => file)) {
    const all = withAll(original(file), own);
    changed.set(file, all.text);
    places.set(file, all.places);
  }
  await place(changed);
  return places;
}

/** Makes the copy equal to the workspace but for the changed files. What is equal stays untouched: cargo goes by times. */
async function place(changed: Map<string, string>): Promise<void> {
  const workspace = ["Cargo.toml", "Cargo.lock", "contracts", "localnet"];
  const listed = await output("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...workspace]);
  const files = new Set(listed?.split("\n").filter((file) => exists(join(root, file))));
  for (const file of files) {
    const text = changed.get(file);
    const content = text === undefined ? readFileSync(join(root, file)) : Buffer.from(text);
    const path = join(tree, file);
    if (exists(path) && readFileSync(path).equals(content)) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  // Tests may have left files, and a branch may have had others.
  for (const entry of readdirSync(tree, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !files.has(path.slice(tree.length + 1))) rmSync(path);
  }
}

async function build(name: string): Promise<Build> {
  const options = { cwd: tree, env: { ...process.env, CARGO_TARGET_DIR: mutantTarget }, quiet: true, nothrow: true };
  const args = ["--no-run", "--release", "--locked", "--message-format=json", "-p", `merit-${name}`];
  const { exitCode, stdout, stderr } = await $(options)`cargo test ${args}`;
  const messages = stdout.split("\n").filter((line) => line.startsWith("{"));
  const programs: string[] = [];
  const errors: Diagnostic[] = [];
  for (const { reason, message, executable, profile } of messages.map((line) => JSON.parse(line))) {
    if (reason === "compiler-message" && message.level.startsWith("error")) errors.push(message);
    if (reason === "compiler-artifact" && executable && profile.test) programs.push(executable);
  }
  if (exitCode !== 0 && errors.length === 0) throw new StepError(`the tests of ${name} were not built.\n${stderr}`);
  return { programs, errors };
}

function mutantsAt(error: Diagnostic, places: Map<string, Place[]>): number[] {
  return error.spans
    .filter(({ is_primary }) => is_primary)
    .flatMap(outwards)
    .flatMap(({ file_name, line_start, line_end }) =>
      (places.get(file_name) ?? []).filter(({ first, last }) => first <= line_start && line_end <= last),
    )
    .map(({ id }) => id);
}

/** A place in a macro's code, and where the macro is called. */
function outwards(span: DiagnosticSpan): DiagnosticSpan[] {
  return span.expansion ? [span, ...outwards(span.expansion.span)] : [span];
}
