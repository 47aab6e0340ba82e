// Mutation testing of the code that moves money: each change of it must make a test fail.
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildContracts } from "../build.ts";
import { capture, step, targetFolder } from "../run.ts";
import type { Row } from "./record.ts";
import { tool } from "./tools.ts";

/** Packages with money paths; which of their files, and which mutants are explained, stands in .cargo/mutants.toml. */
export const mutated = [
  "common",
  "token",
  "pool",
  "campaign",
  "distribution",
  "redemption",
  "referral",
  "vesting",
  "escrow",
  "governance",
] as const;

interface Outcomes {
  caught: number;
  missed: number;
  timeout: number;
  unviable: number;
  total_mutants: number;
}

/** @param packages some of {@link mutated} */
export async function mutants(packages: readonly string[] = mutated): Promise<Row[]> {
  const cargoMutants = await tool("cargo-mutants");
  await buildContracts();
  const rows: Row[] = [];
  for (const name of packages) rows.push(await mutate(cargoMutants, name));
  return rows;
}

async function mutate(cargoMutants: string, name: string): Promise<Row> {
  step(`Mutants of ${name} (a test run for each: about an hour per contract)`);
  const folder = join(targetFolder, "mutants", name);
  rmSync(folder, { recursive: true, force: true });
  // One target folder for the mutated copies of the tree: the host is compiled once, and tests find the built wasm.
  const here = { CARGO_TARGET_DIR: targetFolder };
  // Without node_modules: hundreds of megabytes for each package otherwise.
  const copied = ["--gitignore", "true"];
  await capture(cargoMutants, ["mutants", ...copied, "--package", `merit-${name}`, "--output", folder], here);
  const read = (file: string) => readFileSync(join(folder, "mutants.out", file), "utf8");
  const { caught, missed, timeout, unviable }: Outcomes = JSON.parse(read("outcomes.json"));
  if (missed > 0) process.stdout.write(read("missed.txt"));
  const measured = `${caught + timeout} caught, ${missed} missed, ${unviable} did not compile`;
  return { subject: name, measured, passed: missed === 0 };
}
