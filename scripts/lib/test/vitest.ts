// Runs vitest for a part of `npm test`.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { capture, exists, run, StepError, step } from "../run.ts";
import { type Failure, type Part, shown } from "./report.ts";
import { type FailedTest, VITEST_REPORT, type VitestReport } from "./vitest-report.ts";

interface Run {
  /** A project of vitest.config.ts. */
  project: string;
  args?: string[];
  env?: Record<string, string>;
}

/** Runs the tests of a project, each once. */
export async function vitest(part: Part, tests: Run): Promise<void> {
  const { failed } = await play(tests, run);
  for (const each of failed) part.fail(failureOf(tests.project, each));
}

/**
 * Runs the tests of a project; files in which one failed get a second try, in another run with new worlds. The last screen lists
 * the tests that needed it.
 */
export async function vitestTwice(part: Part, tests: Run): Promise<void> {
  const first = await play(tests, run);
  const files = [...new Set(first.failed.map(({ file }) => file))].filter((file) => file !== "");
  if (files.length === 0) {
    for (const each of first.failed) part.fail(failureOf(tests.project, each));
    return;
  }
  step(`A second try, in new worlds: ${files.join(", ")}`);
  const second = await play({ ...tests, args: [...(tests.args ?? []), ...files] }, quietly);
  const key = ({ file, names }: FailedTest) => [file, ...names].join(" > ");
  const failedAgain = new Set(second.failed.map(key));
  for (const each of first.failed) {
    const failure = failureOf(tests.project, each);
    if (each.file === "" || failedAgain.has("")) part.fail(failure);
    else if (!failedAgain.has(key(each))) part.report.retried.push({ part: part.name, ...failure });
  }
  for (const each of second.failed) part.fail(failureOf(tests.project, each));
  // Vitest's own line of the first run counts the failed ones.
  const passed = Object.values({ ...first.passed, ...second.passed }).reduce((sum, count) => sum + count, 0);
  if (part.report.failures.every((failure) => failure.part !== part.name)) {
    process.stdout.write(`      Tests  ${passed} passed (${passed}), with the second try\n`);
  }
}

async function quietly(command: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  const { passed } = await capture(command, args, { env });
  if (!passed) throw new StepError("vitest failed; see the output above.");
}

async function play({ project, args = [], env = {} }: Run, by: typeof run): Promise<VitestReport> {
  const folder = mkdtempSync(join(tmpdir(), "merit-vitest-"));
  const file = join(folder, "report.json");
  try {
    const reporters = ["--reporter=default", "--reporter=./scripts/lib/test/vitest-report.ts"];
    const all = ["run", "--project", project, ...reporters, ...args];
    const error = await by("vitest", all, { ...env, [VITEST_REPORT]: file }).then(
      () => undefined,
      (error) => error,
    );
    const report: VitestReport = exists(file) ? JSON.parse(readFileSync(file, "utf8")) : { passed: {}, failed: [] };
    if (error === undefined || report.failed.length > 0) return report;
    return { ...report, failed: [{ file: "", names: [], error: error.message }] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function failureOf(project: string, { file, names, error, seed }: FailedTest): Omit<Failure, "part"> {
  const name = names.join(" ").replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const only = [...(file === "" ? [] : [file]), ...(name === "" ? [] : ["-t", name])];
  const test = [file === "" ? "vitest" : file, ...names].join(" > ");
  return { test, error, seed, again: shown("vitest", ["run", "--project", project, ...only]) };
}
