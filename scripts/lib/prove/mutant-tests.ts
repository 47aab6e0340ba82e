// Runs the programs of a package's tests on one mutant after another, as many at a time as the machine has cores.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { $ } from "zx";
import { StepError } from "../run.ts";
import { mutantTarget, tree } from "./mutant-tree.ts";
import { SWITCH } from "./schemata.ts";

/** Seconds; a run that takes longer has caught its mutant. */
const SHORTEST_LIMIT = 120;
const TIMES_NORMAL = 5;

/** A program of tests. */
export interface Timed {
  path: string;
  /** Seconds without a mutant. */
  seconds: number;
}

/** The quickest first. @throws StepError where tests fail without a mutant */
export async function timesWithout(name: string, programs: string[]): Promise<Timed[]> {
  const timed: Timed[] = [];
  for (const path of programs) {
    const { passed, seconds, text } = await runOn(name, path, 0);
    if (!passed) throw new StepError(`the tests of ${name} fail without a mutant.\n${text}`);
    timed.push({ path, seconds });
  }
  return timed.sort((a, b) => a.seconds - b.seconds);
}

/** Tries each mutant that the programs hold. */
export async function tryAll<M extends { id: number; name: string }>(
  name: string,
  programs: Timed[],
  mutants: M[],
  tried: (mutant: M, caught: boolean) => void,
): Promise<void> {
  const waiting = mutants.values();
  const work = async () => {
    for (const mutant of waiting) tried(mutant, await caught(name, programs, mutant));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

/** True where one of the programs fails or doesn't end. */
async function caught(name: string, programs: Timed[], mutant: { id: number; name: string }): Promise<boolean> {
  for (const { path, seconds } of programs) {
    const limit = Math.max(SHORTEST_LIMIT, TIMES_NORMAL * seconds);
    const run = await runOn(name, path, mutant.id, limit);
    // Such a mutant loops for ever, or the machine was too busy for its tests: a person has to see which.
    if (run.seconds >= limit) process.stdout.write(`not ended after ${Math.round(limit)} s: ${mutant.name}\n`);
    if (!run.passed) return true;
  }
  return false;
}

async function runOn(
  name: string,
  path: string,
  id: number,
  limit?: number,
): Promise<{ passed: boolean; seconds: number; text: string }> {
  const began = Date.now();
  const env = {
    ...process.env,
    CARGO_TARGET_DIR: mutantTarget,
    // On the built wasm no mutant would run.
    MERIT_WASM_DIR: undefined,
    RUST_TEST_THREADS: "1",
    [SWITCH]: String(id),
  };
  const timeout = limit === undefined ? {} : { timeout: limit * 1000, timeoutSignal: "SIGKILL" as const };
  const options = { cwd: join(tree, "contracts", name), env, quiet: true, nothrow: true, ...timeout };
  const { exitCode, stdall } = await $(options)`${path}`;
  return { passed: exitCode === 0, seconds: (Date.now() - began) / 1000, text: stdall };
}
