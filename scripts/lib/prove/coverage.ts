// Lines of each contract that its tests run, counted by LLVM.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { contractNames } from "../../../core/src/ledger/chain/bindings.ts";
import { buildContracts } from "../build.ts";
import { output, root, run, step, targetFolder } from "../run.ts";
import type { Row } from "./record.ts";
import { tool } from "./tools.ts";

/** Percent of the lines of each contract. */
const GOAL = 95;

interface Report {
  data: { files: { filename: string; summary: { lines: { count: number; covered: number } } }[] }[];
}

/** @param subjects contracts, and `common` */
export async function coverage(subjects: readonly string[]): Promise<Row[]> {
  const llvmCov = await tool("cargo-llvm-cov");
  if ((await output("rustup", ["component", "list", "--installed"]))?.includes("llvm-tools") === false) {
    step("Adding llvm-tools");
    await run("rustup", ["component", "add", "llvm-tools"]);
  }
  await buildContracts();
  step("Tests of the contracts with counters (the host is compiled once more for it)");
  const report = join(targetFolder, "coverage.json");
  const packages = ["common", "models", ...contractNames].flatMap((name) => ["-p", `merit-${name}`]);
  await run(llvmCov, ["llvm-cov", "--release", "--locked", "--json", "--output-path", report, ...packages]);
  return rowsOf(subjects, JSON.parse(readFileSync(report, "utf8")));
}

function rowsOf(subjects: readonly string[], { data }: Report): Row[] {
  const files = data.flatMap((part) => part.files);
  return subjects.map((name) => {
    const source = join(root, "contracts", name, "src", "/");
    const own = files.filter(({ filename }) => filename.startsWith(source) && !filename.includes("/test"));
    const sum = (key: "count" | "covered") => own.reduce((total, { summary }) => total + summary.lines[key], 0);
    const percent = (100 * sum("covered")) / sum("count");
    const measured = `${sum("covered")} of ${sum("count")} lines, ${percent.toFixed(1)} %`;
    return { subject: name, measured, passed: percent >= GOAL };
  });
}
