// Long form of the property tests, with a new seed: random sequences on every contract and its model, and the other random tests.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { contractNames } from "../../../core/src/ledger/chain/bindings.ts";
import { capture, root, step } from "../run.ts";
import type { Row } from "./record.ts";

/** Sequences per contract in `npm test`. */
const CASES = 50;

/** Folder of the sequences that failed; `npm test` then plays them. */
const CORPUS = join(root, "contracts", "models", "corpus");

/** Random tests beside those of the contracts. Each run of them has a seed of its own. */
const others: Record<string, (seed: number) => Promise<{ passed: boolean }>> = {
  common: (seed) => cargo(["-p", "merit-common", "--lib", "rolling_history"], seed),
  localnet: (seed) => cargo(["-p", "localnet-ledger", "-p", "localnet", "--", "property", "random"], seed),
  typescript: (seed) =>
    capture("vitest", ["run", "--project", "unit", ...withFastCheck()], { env: { FAST_CHECK_SEED: String(seed) } }),
};

export const withProperties = [...contractNames, ...Object.keys(others)];

/**
 * @param subjects some of {@link withProperties}
 * @param times how many times the cases of `npm test`
 */
export async function* properties(subjects: readonly string[], times: number, seed: number): AsyncGenerator<Row> {
  for (const subject of subjects) {
    const [other, began] = [others[subject], Date.now()];
    step(`Property tests of ${subject}, ${times} times those of \`npm test\`, seed ${seed}`);
    const failed = other ? await firstOf(times, seed, other) : await sequences(subject, CASES * times, seed);
    const measured = `${other ? `${times} runs` : `${CASES * times} random sequences`}`;
    const seconds = Math.round((Date.now() - began) / 1000);
    if (failed !== undefined) yield { subject, measured: `seed ${failed} fails`, passed: false };
    else yield { subject, measured: `${measured} in ${seconds} s, seed ${seed}`, passed: true };
  }
}

/** @returns the seed if it failed */
async function sequences(contract: string, cases: number, seed: number): Promise<number | undefined> {
  const args = ["-p", "merit-models", "--test", "properties", "--", "--exact", contract];
  const { passed } = await cargo(args, seed, { MERIT_CASES: String(cases), MERIT_FOUND: CORPUS });
  return passed ? undefined : seed;
}

/** @returns the first seed that failed */
async function firstOf(
  times: number,
  seed: number,
  play: (seed: number) => Promise<{ passed: boolean }>,
): Promise<number | undefined> {
  for (let each = seed; each < seed + times; each++) if (!(await play(each)).passed) return each;
  return undefined;
}

const cargo = (args: string[], seed: number, env: Record<string, string> = {}) =>
  capture("cargo", ["test", "--release", "--locked", ...args], { env: { ...env, PROPTEST_RNG_SEED: String(seed) } });

const withFastCheck = () =>
  globSync("{core,api,indexer}/src/**/*.test.ts", { cwd: root }).filter((file) =>
    readFileSync(join(root, file), "utf8").includes('from "fast-check"'),
  );
