// libFuzzer on every contract and its model, and on localnet: it chooses bytes by the code that they reach.
import { copyFileSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { contractNames } from "../../../core/src/ledger/chain/bindings.ts";
import { capture, root, run, step, targetFolder } from "../run.ts";
import type { Row } from "./record.ts";
import { hasNightly, tool } from "./tools.ts";

/** A fuzz target, which plays what MERIT_FUZZED names. */
interface Target {
  folder: string;
  name: string;
  /** Bytes of an input. */
  maxLength: number;
}

/** Some sixty steps on a contract. */
const contract: Target = { folder: join(root, "contracts", "models"), name: "contract", maxLength: 400 };
/** Some twenty ledgers, or eight requests with a transaction in each. */
const localnet: Target = { folder: join(root, "localnet", "fuzz"), name: "part", maxLength: 2_000 };

const ofLocalnet = ["transactions", "calls", "horizon"];
export const fuzzed = [...contractNames, ...ofLocalnet];
const targetOf = (subject: string) => (ofLocalnet.includes(subject) ? localnet : contract);

/** Files per subject that are kept in the repository: `npm test` plays them. */
const KEPT = 30;

/** Sequences that failed once stay, whatever they reach. */
const FOUND = "found-";

// No sanitizer: neither contracts nor localnet hold unsafe code, and the host is several times faster without.
const optionsOf = ({ folder }: Target) => ["--fuzz-dir", folder, "--sanitizer", "none", "--features", "fuzzing"];

/**
 * @param subjects some of {@link fuzzed}
 * @param seconds per subject
 * @param keeps replaces the kept corpora by what reaches most
 */
export async function* fuzz(subjects: readonly string[], seconds: number, keeps: boolean): AsyncGenerator<Row> {
  if (!(await hasNightly())) {
    const measured = "no nightly toolchain: run `rustup toolchain install nightly`";
    yield* subjects.map((subject) => ({ subject, measured, passed: null }));
    return;
  }
  const cargoFuzz = await tool("cargo-fuzz");
  step("Building the fuzz targets (several minutes the first time)");
  for (const target of new Set(subjects.map(targetOf))) {
    await run(cargoFuzz, ["fuzz", "build", ...optionsOf(target)], { RUSTUP_TOOLCHAIN: "nightly" });
  }
  for (const name of subjects) yield await fuzzOne(cargoFuzz, name, seconds, keeps);
}

async function fuzzOne(cargoFuzz: string, name: string, seconds: number, keeps: boolean): Promise<Row> {
  step(`Fuzzing ${name} for ${seconds} s`);
  const target = targetOf(name);
  const kept = join(target.folder, "corpus", name);
  const found = join(targetFolder, "fuzz-corpus", name);
  mkdirSync(found, { recursive: true });
  const limits = [`-max_total_time=${seconds}`, "-print_final_stats=1"];
  const fuzzing = (...args: string[]) =>
    capture(cargoFuzz, ["fuzz", "run", ...optionsOf(target), target.name, ...args, `-max_len=${target.maxLength}`], {
      env: { RUSTUP_TOOLCHAIN: "nightly", MERIT_FUZZED: name },
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
  await fuzzing(smallest, found, kept, "--", "-set_cover_merge=1");
  const size = (file: string) => statSync(join(smallest, file)).size;
  const files = readdirSync(smallest).sort((a, b) => size(b) - size(a));
  for (const file of readdirSync(kept)) if (!file.startsWith(FOUND)) rmSync(join(kept, file));
  for (const file of files.slice(0, KEPT)) copyFileSync(join(smallest, file), join(kept, file));
}
