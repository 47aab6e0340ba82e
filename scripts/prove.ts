// `npm run prove`: the proofs that take longer than a test run has. Prints one table and keeps it in docs/proof.md.
// A name as argument runs that part alone.
import { parseArgs } from "node:util";
import { contractNames } from "../core/src/ledger/chain/bindings.ts";
import { coverage } from "./lib/prove/coverage.ts";
import { dependencies } from "./lib/prove/dependencies.ts";
import { faultSeries, faults } from "./lib/prove/faults.ts";
import { fuzz, fuzzed } from "./lib/prove/fuzz.ts";
import { mutants, mutated } from "./lib/prove/mutants.ts";
import { properties, withProperties } from "./lib/prove/properties.ts";
import { dropOthers, keep, proofTable, type Row, readProof } from "./lib/prove/record.ts";
import { system } from "./lib/prove/system.ts";
import { tenants } from "./lib/prove/tenants.ts";
import { walks } from "./lib/prove/walks.ts";
import { main, output, StepError } from "./lib/run.ts";
import { checkRust } from "./lib/toolchain.ts";

const { values, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: {
    /** Times the cases of `npm test`: 40 of `properties`, 50 of `faults` if not given. */
    times: { type: "string" },
    /** Seed of `properties`, and of the first round of `faults`; a new one if not given. */
    seed: { type: "string", default: String(Math.floor(Date.now() / 1000)) },
    /** Seconds of fuzzing per target. */
    seconds: { type: "string", default: "60" },
    /** Replaces the kept corpora by what fuzzing found. */
    "keep-corpora": { type: "boolean", default: false },
    /** That the hostile merchant of `tenants` works. */
    minutes: { type: "string", default: "30" },
    /** Rounds of `faults` at a time: they mostly wait for ledgers. */
    jobs: { type: "string", default: "2" },
    /** Contracts, or series of `faults`, with commas between; all if not given. The rows of others stay as they are. */
    only: { type: "string" },
  },
});

/** Rows are stored as they are measured, so an interrupted run keeps what it has. */
const parts: Record<string, () => AsyncIterable<Row> | Promise<Row[]>> = {
  dependencies,
  coverage: () => coverage(chosenOf(["common", ...contractNames])),
  faults: () => {
    const rounds = { times: wholeNumber("times", "50"), seed: wholeNumber("seed"), jobs: wholeNumber("jobs") };
    return faults(chosenOf(faultSeries), rounds);
  },
  properties: () => properties(chosenOf(withProperties), wholeNumber("times", "40"), wholeNumber("seed")),
  fuzz: () => fuzz(chosenOf(fuzzed), wholeNumber("seconds"), values["keep-corpora"]),
  mutants: () => mutants(chosenOf(mutated)),
  tenants: () => tenants(wholeNumber("minutes")),
  walks,
  system,
};

function wholeNumber(name: "times" | "seconds" | "seed" | "jobs" | "minutes", fallback = ""): number {
  const value = values[name] ?? fallback;
  if (!/^[1-9]\d*$/.test(value)) throw new StepError(`--${name} must be a whole number above 0.`);
  return Number(value);
}

/** The part's subjects that are asked for. */
function chosenOf<Subject extends string>(subjects: readonly Subject[]): readonly Subject[] {
  if (values.only === undefined) return subjects;
  return values.only.split(",").map((name) => {
    const found = subjects.find((subject) => subject === name);
    if (found === undefined) throw new StepError(`this part has no "${name}". It has: ${subjects.join(", ")}.`);
    return found;
  });
}

await main(async () => {
  const unknown = chosen.find((name) => !(name in parts));
  if (unknown) throw new StepError(`there is no part "${unknown}". Parts: ${Object.keys(parts).join(", ")}.`);
  await checkRust();
  const commit = (await output("git", ["rev-parse", "--short", "HEAD"])) ?? "unknown";
  for (const [name, part] of Object.entries(parts)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    const rows: Row[] = [];
    for await (const row of await part()) {
      rows.push(row);
      keep(name, { date: new Date().toISOString().slice(0, 10), commit }, [row]);
    }
    if (!values.only) dropOthers(name, rows);
  }
  const proof = readProof();
  process.stdout.write(`\n${proofTable(proof)}\n`);
  const failed = Object.values(proof).some((rows) => rows.some(({ passed }) => passed === false));
  if (failed) throw new StepError("not everything is proven: see the rows that failed.");
});
