// Results of the parts of `npm test`, and the last screen, which names each failure.
import { constants } from "node:os";
import { relative } from "node:path";
import { inspect } from "node:util";
import { firstError } from "../first-error.ts";
import { capture, root, StepError, type Surroundings } from "../run.ts";

export interface Failure {
  part: string;
  /** A test with its file, or another check of the part. */
  test: string;
  /** One line. */
  error: string;
  /** Seed of the test's random values. */
  seed?: string | undefined;
  /** The command that repeats it alone. */
  again: string;
}

export interface Counts {
  passed: number;
  failed: number;
  ignored: number;
}

export class Report {
  readonly failures: Failure[] = [];
  /** Tests that passed at their second try. */
  readonly retried: Failure[] = [];
  /** Seconds by part. */
  readonly took: string[] = [];
  readonly rust: Counts = { passed: 0, failed: 0, ignored: 0 };

  get lastScreen(): string {
    const { passed, failed, ignored } = this.rust;
    const rust = `test result: ${failed > 0 ? "FAILED" : "ok"}. ${passed} passed; ${failed} failed; ${ignored} ignored`;
    const retried =
      this.retried.length > 0
        ? ["\nPassed at the second try only:", ...this.retried.map((each) => entry("RETRY", each))]
        : [];
    const failures = this.failures.length > 0 ? ["\nFailed:", ...this.failures.map((each) => entry("FAIL", each))] : [];
    return [...(passed + failed > 0 ? [rust] : []), ...retried, ...failures].map((line) => `${line}\n`).join("");
  }
}

function entry(word: string, { part, test, error, seed, again }: Failure): string {
  return [
    ` ${word}  ${part}: ${test}`,
    `       ${error}`,
    ...(seed === undefined ? [] : [`       seed ${seed}`]),
    `       again: ${again}`,
  ].join("\n");
}

/** A part of `npm test`. Its checks all run, though some fail. */
export class Part {
  readonly name: string;
  readonly report: Report;

  constructor(name: string, report: Report) {
    this.name = name;
    this.report = report;
  }

  fail(failure: Omit<Failure, "part">): void {
    this.report.failures.push({ part: this.name, ...failure });
  }

  /** Does some work, whose error, if any, is the failure of `test`. @returns whether it passed */
  async check(test: string, work: () => Promise<unknown>, again = `npm test -- ${this.name}`): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      process.stderr.write(`\nmerit: ${error instanceof StepError ? message : inspect(error)}\n`);
      const [first = "", second = ""] = message.split(/\n+/, 2);
      this.fail({ test, error: first.endsWith(":") ? `${first} ${second}` : first, again });
      return false;
    }
  }

  /** Runs a command, whose output is shown if it fails. */
  async command(test: string, command: string, args: string[], surroundings: Surroundings = {}): Promise<void> {
    const { passed, text } = await capture(command, args, surroundings);
    if (!passed) this.fail({ test, error: firstError(text), again: shown(command, args, surroundings.env) });
  }
}

/** Priority of work beside that of others. It affects how the processor is shared, and not the disk. */
export const BESIDE = { priority: constants.priority.PRIORITY_BELOW_NORMAL };

/** A command as a person types it in the root folder. */
export function shown(command: string, args: readonly string[], env: Record<string, string> = {}): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`);
  const [program, ...rest] = [command, ...args].map((word) => (word.startsWith(root) ? relative(root, word) : word));
  const tool = command === process.execPath ? "node" : command === "cargo" ? "cargo" : `npx ${program}`;
  return [...variables, tool, ...rest.map(quoted)].join(" ");
}

const quoted = (word: string) => (/^[\w./:=@,+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
