// Runs cargo's tests for a part of `npm test`.
import { firstError } from "../first-error.ts";
import { capture, type Surroundings } from "../run.ts";
import { type Counts, type Failure, type Part, shown } from "./report.ts";

/** @param selection options of cargo, such as the packages */
export async function cargoTest(part: Part, selection: string[], surroundings: Surroundings = {}): Promise<void> {
  const args = ["test", "--release", "--locked", "--no-fail-fast", ...selection];
  const { passed, text } = await capture("cargo", args, surroundings);
  for (const key of ["passed", "failed", "ignored"] as const) part.report.rust[key] += countsOf(text)[key];
  if (passed) return;
  const failures = failuresOf(text, surroundings.env);
  for (const failure of failures) part.fail(failure);
  if (failures.length > 0) return;
  part.fail({ test: "cargo test", error: firstError(text), again: shown("cargo", args, surroundings.env) });
}

/** The sums of all programs. */
export function countsOf(output: string): Counts {
  const results = [...output.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored/gm)];
  const sum = (group: number) => results.reduce((total, result) => total + Number(result[group]), 0);
  return { passed: sum(1), failed: sum(2), ignored: sum(3) };
}

/** The tests that failed. Cargo names a program after the output of its tests. */
export function failuresOf(output: string, env?: Record<string, string>): Omit<Failure, "part">[] {
  const parts = output.split(/^error: test failed, to rerun pass `([^`]+)`$/m);
  return parts.flatMap((ofProgram, at) => {
    const program = parts[at + 1];
    if (at % 2 === 1 || program === undefined) return [];
    const args = ["test", "--release", "--locked", ...program.split(" ")];
    const again = (...only: string[]) => shown("cargo", [...args, ...only], env);
    const name = nameOf(program);
    const blocks = [...ofProgram.matchAll(/^---- (\S+) stdout ----\n([\s\S]*?)(?=\n---- |\n\nfailures:\n)/gm)];
    if (blocks.length === 0) {
      const [, cause = "it ended early"] = /^\s*Caused by:\n\s*(.*)/.exec(parts[at + 2] ?? "") ?? [];
      return [{ test: name, error: cause, again: again() }];
    }
    return blocks.map(([, test = "", text = ""]) => ({
      ...{ test: `${name}: ${test}`, error: panicOf(text) },
      ...{ seed: /\bseed:? (\d+)/.exec(text)?.[1], again: again("--", "--exact", test) },
    }));
  });
}

/** Short name: `merit-pool pool` for `-p merit-pool --test pool`. */
const nameOf = (program: string) => program.replace(/^-p (\S+)/, "$1").replace(/ --(?:test|lib|bin|example)\b/, "");

/** The message of a panic, with its place. */
function panicOf(text: string): string {
  const [, place, message] = /panicked at (\S+):\n(.*)/.exec(text) ?? [];
  return place === undefined ? firstError(text) : `${message} (${place})`;
}
