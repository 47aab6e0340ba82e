// A reporter of vitest beside its usual one: writes what failed to a file, for the last screen of `npm test`.
import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { SerializedError } from "vitest";
import type { Reporter, TestModule } from "vitest/node";
import { root } from "../run.ts";

/** Variable with the file's path. */
export const VITEST_REPORT = "VITEST_REPORT";

export interface VitestReport {
  /** Tests that passed, by file. */
  passed: Record<string, number>;
  failed: FailedTest[];
}

export interface FailedTest {
  /** Empty for an error that belongs to no file. */
  file: string;
  /** Names from the outermost suite on; empty where the file itself failed. */
  names: string[];
  error: string;
  seed?: string | undefined;
}

export default class FailuresReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const report: VitestReport = {
      passed: Object.fromEntries(modules.map((each) => [fileOf(each), [...each.children.allTests("passed")].length])),
      failed: [
        ...modules.flatMap(failuresOf),
        ...unhandled.map((error) => ({ file: relativePath(error.VITEST_TEST_PATH), names: [], ...described(error) })),
      ],
    };
    writeFileSync(process.env[VITEST_REPORT] as string, JSON.stringify(report));
  }
}

function failuresOf(module: TestModule): FailedTest[] {
  const file = fileOf(module);
  const tests = [...module.children.allTests("failed")].map((test) => ({
    ...{ file, names: namesOf(test) },
    ...described(test.result().errors?.[0]),
  }));
  const suites = [module, ...module.children.allSuites()].flatMap((suite) =>
    suite.errors().map((error) => ({ file, names: namesOf(suite), ...described(error) })),
  );
  const hasEnded = !["pending", "queued"].includes(module.state());
  return [...suites, ...tests, ...(hasEnded ? [] : [{ file, names: [], error: "it did not end" }])];
}

interface Named {
  type: string;
  name?: string;
  parent?: Named;
}

function namesOf({ type, name, parent }: Named): string[] {
  return type === "module" || name === undefined ? [] : [...(parent ? namesOf(parent) : []), name];
}

/** Also the seed that fast-check, or one of our own tests, prints with the error. */
function described(error?: SerializedError): { error: string; seed?: string | undefined } {
  const { name = "Error", message = "" } = error ?? {};
  const [, seed] = /\bseed:? (-?\d+(?:, path: "[\d:]+")?)/.exec(message) ?? [];
  return { error: `${name}: ${message.split("\n", 1)[0]}`, seed };
}

const fileOf = ({ moduleId }: TestModule) => relativePath(moduleId);
const relativePath = (path: unknown) => (typeof path === "string" ? relative(root, path) : "");
