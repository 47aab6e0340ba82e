import { existsSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { $, ProcessOutput } from "zx";
import { repository } from "../../core/src/paths.ts";

export { binary, contractsFolder, targetFolder } from "../../core/src/paths.ts";
export const root = repository;
export const exists = existsSync;

/** A failed step whose output the user has seen already; its message says what to do. */
export class StepError extends Error {}

/** Runs a command with its output shown. @throws StepError when it can't start or ends with another status than 0. */
export async function run(
  command: string,
  args: string[],
  env: Record<string, string> = {},
  cwd: string = root,
): Promise<void> {
  const { exitCode, signal } = await $({
    cwd,
    env: { ...process.env, ...env },
    stdio: "inherit",
    nothrow: true,
  })`${command} ${args}`;
  if (exitCode === 127) throw new StepError(`\`${command}\` was not found.`);
  if (exitCode !== 0)
    throw new StepError(`\`${command} ${args.join(" ")}\` ended with ${signal ?? `status ${exitCode}`}.`);
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

interface Surroundings {
  env?: Record<string, string>;
  cwd?: string;
  priority?: number;
}

/** The output of a long command, shown only if it fails. */
export async function capture(
  command: string,
  args: string[],
  { env, cwd = root, priority = constants.priority.PRIORITY_NORMAL }: Surroundings = {},
): Promise<{ passed: boolean; text: string; seconds: number }> {
  const began = Date.now();
  const options = { cwd, env: { ...process.env, ...env }, quiet: true, nothrow: true };
  const running = $(options)`${command} ${args}`;
  if (running.pid) setPriority(running.pid, priority);
  const { exitCode, stdall } = await running;
  if (exitCode !== 0) process.stdout.write(stdall);
  return { passed: exitCode === 0, text: stdall, seconds: Math.round((Date.now() - began) / 1000) };
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
