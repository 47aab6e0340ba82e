import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { merit } from "@merit/cli/testing/cli.ts";
import { onTestFinished } from "vitest";
import { root, surroundings } from "./processes.ts";

export interface CliResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** `merit` with a profile of its own, in this process: one of its own takes seconds to load. */
export class Cli {
  protected readonly env: Record<string, string>;

  /** @param env further variables, for commands that work on the machine's own data */
  constructor(url: string, env: Record<string, string> = {}) {
    const profile = mkdtempSync(join(tmpdir(), "merit-profile-"));
    onTestFinished(() => rmSync(profile, { recursive: true, force: true }));
    this.env = { ...env, MERIT_URL: url, XDG_CONFIG_HOME: profile };
  }

  async run(...args: string[]): Promise<CliResult> {
    const { code, out, err } = await merit(args, { env: this.env });
    return { code, stdout: out, stderr: err };
  }

  /** The command's JSON. @throws when it ends with another status than 0 */
  // biome-ignore lint/suspicious/noExplicitAny: answers have many shapes
  async json(...args: string[]): Promise<any> {
    const { code, stdout, stderr } = await this.run(...args, "--json");
    if (code !== 0) throw new Error(`merit ${args.join(" ")} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout);
  }
}

/** The command line as a person's shell runs it. */
export class Shell extends Cli {
  override run(...args: string[]): Promise<CliResult> {
    const child = spawn(process.execPath, [join(root, "cli/bin/merit.mjs"), ...args], {
      ...surroundings(this.env),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    return new Promise((resolve) => child.on("close", (code) => resolve({ code, stdout, stderr })));
  }
}
