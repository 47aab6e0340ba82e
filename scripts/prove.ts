// `npm run prove`: the proofs that take longer than a test run has. Prints one table and keeps it in docs/proof.md.
// A name as argument runs that part alone.
import { parseArgs } from "node:util";
import { coverage } from "./lib/prove/coverage.ts";
import { dependencies } from "./lib/prove/dependencies.ts";
import { faults } from "./lib/prove/faults.ts";
import { fuzz } from "./lib/prove/fuzz.ts";
import { mutants, mutated } from "./lib/prove/mutants.ts";
import { properties } from "./lib/prove/properties.ts";
import { keep, proofTable, type Row, readProof } from "./lib/prove/record.ts";
import { main, output, StepError } from "./lib/run.ts";
import { checkRust } from "./lib/toolchain.ts";

const { values, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: {
    /** Times the cases of `npm test`: 10 of `properties`, 50 of `faults` if not given. */
    times: { type: "string" },
    /** Of the first round of `faults`; a new one if not given. */
    seed: { type: "string", default: String(Math.floor(Date.now() / 1000)) },
    /** Fuzzing per contract. */
    seconds: { type: "string", default: "60" },
    /** Replaces the kept corpora by what fuzzing found. */
    "keep-corpora": { type: "boolean", default: false },
    /** Mutants of these packages alone, with commas between. */
    only: { type: "string" },
  },
});

const parts: Record<string, () => Promise<Row[]>> = {
  dependencies,
  coverage,
  faults: () => faults(wholeNumber("times", "50"), wholeNumber("seed")),
  properties: () => properties(wholeNumber("times", "10")),
  fuzz: () => fuzz(wholeNumber("seconds"), values["keep-corpora"]),
  mutants: () => mutants(packages()),
};

function wholeNumber(name: "times" | "seconds" | "seed", fallback = ""): number {
  const value = values[name] ?? fallback;
  if (!/^[1-9]\d*$/.test(value)) throw new StepError(`--${name} must be a whole number above 0.`);
  return Number(value);
}

function packages(): string[] {
  const named = values.only?.split(",") ?? mutated;
  const unknown = named.find((name) => !mutated.includes(name));
  if (unknown !== undefined) throw new StepError(`no mutants of "${unknown}". Packages: ${mutated.join(", ")}.`);
  return named;
}

await main(async () => {
  const unknown = chosen.find((name) => !(name in parts));
  if (unknown) throw new StepError(`there is no part "${unknown}". Parts: ${Object.keys(parts).join(", ")}.`);
  await checkRust();
  const commit = (await output("git", ["rev-parse", "--short", "HEAD"])) ?? "unknown";
  for (const [name, part] of Object.entries(parts)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    const rows = await part();
    const others = name === "mutants" && values.only ? "keep" : "drop";
    keep(name, { date: new Date().toISOString().slice(0, 10), commit }, rows, others);
  }
  const proof = readProof();
  process.stdout.write(`\n${proofTable(proof)}\n`);
  const failed = Object.values(proof).some((rows) => rows.some(({ passed }) => passed === false));
  if (failed) throw new StepError("not everything is proven: see the rows that failed.");
});
