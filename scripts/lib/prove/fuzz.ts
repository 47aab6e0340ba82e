// libFuzzer on every contract and its model: it chooses bytes by the code that they reach.
import { copyFileSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { capture, root, run, step, targetFolder } from "../run.ts";
import type { Row } from "./record.ts";
import { hasNightly, tool } from "./tools.ts";

/** Bytes: some sixty steps. */
const MAX_LENGTH = 400;
/** Files per contract that are kept in the repository: `npm test` plays them. */
const KEPT = 30;

/** Sequences that failed once stay, whatever they reach. */
const FOUND = "found-";

const folder = join(root, "contracts", "models");
// No sanitizer: the contracts hold no unsafe code, and the host is several times faster without.
const options = ["--fuzz-dir", folder, "--sanitizer", "none", "--features", "fuzzing"];

/**
 * @param seconds per contract
 * @param keeps replaces the kept corpora by what reaches most
 */
export async function* fuzz(contracts: readonly string[], seconds: number, keeps: boolean): AsyncGenerator<Row> {
  if (!(await hasNightly())) {
    const measured = "no nightly toolchain: run `rustup toolchain install nightly`";
    yield* contracts.map((subject) => ({ subject, measured, passed: null }));
    return;
  }
  const cargoFuzz = await tool("cargo-fuzz");
  step("Building the fuzz target (several minutes the first time)");
  await run(cargoFuzz, ["fuzz", "build", ...options], { RUSTUP_TOOLCHAIN: "nightly" });
  for (const name of contracts) yield await fuzzOne(cargoFuzz, name, seconds, keeps);
}

async function fuzzOne(cargoFuzz: string, name: string, seconds: number, keeps: boolean): Promise<Row> {
  step(`Fuzzing ${name} for ${seconds} s`);
  const kept = join(folder, "corpus", name);
  const found = join(targetFolder, "fuzz-corpus", name);
  mkdirSync(found, { recursive: true });
  const limits = [`-max_total_time=${seconds}`, `-max_len=${MAX_LENGTH}`, "-print_final_stats=1"];
  const fuzzing = (...args: string[]) =>
    capture(cargoFuzz, ["fuzz", "run", ...options, "contract", ...args], {
      env: { RUSTUP_TOOLCHAIN: "nightly", MERIT_CONTRACT: name },
    });
  const { passed, text } = await fuzzing(found, kept, "--", ...limits);
  if (passed && keeps) await shrink(fuzzing, kept, found);
  const sequences = /number_of_executed_units: (\d+)/.exec(text)?.[1] ?? "0";
  const edges = [...text.matchAll(/ cov: (\d+) /g)].at(-1)?.[1] ?? "?";
  return { subject: name, measured: `${sequences} sequences in ${seconds} s, ${edges} edges reached`, passed };
}

/** Replaces the kept corpus by the longest files of a smallest set that reaches all that was reached. */
async function shrink(fuzzing: (...args: string[]) => Promise<unknown>, kept: string, found: string): Promise<void> {
  const smallest = `${found}.smallest`;
  rmSync(smallest, { recursive: true, force: true });
  mkdirSync(smallest);
  await fuzzing(smallest, found, kept, "--", "-set_cover_merge=1", `-max_len=${MAX_LENGTH}`);
  const size = (file: string) => statSync(join(smallest, file)).size;
  const files = readdirSync(smallest).sort((a, b) => size(b) - size(a));
  for (const file of readdirSync(kept)) if (!file.startsWith(FOUND)) rmSync(join(kept, file));
  for (const file of files.slice(0, KEPT)) copyFileSync(join(smallest, file), join(kept, file));
}
