// Cargo's tools of the long proofs, in exact versions, built once into target/tools.
import { join } from "node:path";
import { exists, output, run, step, targetFolder } from "../run.ts";

const versions = {
  "cargo-deny": "0.20.2",
  "cargo-fuzz": "0.13.2",
  "cargo-llvm-cov": "0.9.1",
  "cargo-mutants": "27.1.0",
} as const;
export type Tool = keyof typeof versions;

const folder = join(targetFolder, "tools");

/** Path of the tool, which is built where it is missing (minutes). @throws StepError when that fails */
export async function tool(name: Tool): Promise<string> {
  const path = join(folder, "bin", name);
  const version = versions[name];
  const found = exists(path) ? await output(path, [...argumentsOf(name), "--version"]) : undefined;
  if (!found?.includes(version)) {
    step(`Building ${name} ${version} (a few minutes, once)`);
    await run("cargo", ["install", "--locked", "--root", folder, `${name}@${version}`]);
  }
  return path;
}

/** The argument that cargo puts first when it calls a tool as a subcommand. */
const argumentsOf = (name: Tool): string[] => (name === "cargo-deny" ? [] : [name.replace("cargo-", "")]);

/** True where rustup has a nightly compiler, which fuzzing needs. */
export const hasNightly = async (): Promise<boolean> =>
  (await output("cargo", ["+nightly", "--version"])) !== undefined;
