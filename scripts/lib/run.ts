import { existsSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { $, ProcessOutput } from "zx";
import { repository } from "../../core/src/base/paths.ts";
import { firstError } from "./first-error.ts";

export { binary, contractsFolder, targetFolder } from "../../core/src/base/paths.ts";
export const root = repository;
export const exists = existsSync;

/** A failed step whose output the user has seen already; its message says what to do. */
export class StepError extends Error {}

/**
 * Runs a command with its output shown.
 * @throws StepError when it can't start or ends with another status than 0. Where nobody watches, it names the first error.
 */
export async function run(
  command: string,
  args: string[],
  env: Record<string, string> = {},
  cwd: string = root,
): Promise<void> {
  const isWatched = process.stdout.isTTY;
  const running = $({
    cwd,
    env: { ...process.env, ...env },
    stdio: isWatched ? "inherit" : ["inherit", "pipe", "pipe"],
    quiet: true,
    nothrow: true,
  })`${command} ${args}`;
  if (!isWatched) {
    running.stdout.on("data", (part) => process.stdout.write(part));
    running.stderr.on("data", (part) => process.stderr.write(part));
  }
  const { exitCode, signal, stdall } = await running;
  if (exitCode === 127) throw new StepError(`\`${command}\` was not found.`);
  if (exitCode === 0) return;
  const reason = isWatched ? "" : `: ${firstError(stdall)}`;
  throw new StepError(`\`${command} ${args.join(" ")}\` ended with ${signal ?? `status ${exitCode}`}${reason}`);
}

/** Output of a quick command, or undefined where it fails. */
export async function output(command: string, args: string[]): Promise<string | undefined> {
  try {
    return (await $({ cwd: root, quiet: true })`${command} ${args}`).stdout.trim();
  } catch (error) {
    if (error instanceof ProcessOutput) return undefined;
    throw error;
  }
}

export interface Surroundings {
  env?: Record<string, string>;
  cwd?: string;
  priority?: number;
}

/** The output of a long command, in the order in which it came; shown only if it fails. */
export async function capture(
  command: string,
  args: string[],
  { env, cwd = root, priority = constants.priority.PRIORITY_NORMAL }: Surroundings = {},
): Promise<{ passed: boolean; text: string; seconds: number }> {
  const began = Date.now();
  const options = { cwd, env: { ...process.env, ...env }, quiet: true, nothrow: true };
  const running = $(options)`${command} ${args} 2>&1`;
  if (running.pid) setPriority(running.pid, priority);
  const { exitCode, stdout } = await running;
  if (exitCode !== 0) process.stdout.write(stdout);
  return { passed: exitCode === 0, text: stdout, seconds: Math.round((Date.now() - began) / 1000) };
}

export function step(title: string): void {
  process.stdout.write(`\n▸ ${title}\n`);
}

/** Top level of a script: a StepError ends it with its message, anything else with its stack. */
export async function main(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    process.stderr.write(`\nmerit: ${error.message}\n`);
    process.exitCode = 1;
  }
}
