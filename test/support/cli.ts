import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, surroundings } from "./processes.ts";

export interface CliResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** `merit` as a person's shell runs it, with a profile of its own. */
export class Cli {
  readonly #env: Record<string, string>;

  /** @param env further variables, for commands that work on the machine's own data */
  constructor(url: string, env: Record<string, string> = {}) {
    this.#env = { ...env, MERIT_URL: url, XDG_CONFIG_HOME: mkdtempSync(join(tmpdir(), "merit-profile-")) };
  }

  run(...args: string[]): Promise<CliResult> {
    const child = spawn(process.execPath, [join(root, "cli/bin/merit.mjs"), ...args], {
      ...surroundings(this.#env),
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

  /** The command's JSON. @throws when it ends with another status than 0 */
  // biome-ignore lint/suspicious/noExplicitAny: answers have many shapes
  async json(...args: string[]): Promise<any> {
    const { code, stdout, stderr } = await this.run(...args, "--json");
    if (code !== 0) throw new Error(`merit ${args.join(" ")} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout);
  }
}
