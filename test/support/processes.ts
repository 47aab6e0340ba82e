import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * The longest wait for a condition: many times what it takes on a busy machine, and shorter than a test's own limit of ten minutes,
 * so that a failure names what was waited for.
 */
export const PATIENCE_MS = 120_000;

/** Below the ports that systems give to outgoing connections, which could take one between this check and its use. */
const PORTS = { from: 20_000, count: 2_000, ranges: 6 };
/** Range of ports for this process among those that test at the same time: each of vitest's workers has a number, from 1 on. */
const range = Number(process.env.VITEST_POOL_ID ?? 0) % PORTS.ranges;
/** Ports come one after the other: a service that is started again wants its port back, and no other test may have got it meanwhile. */
let nextPort = randomInt(PORTS.count);

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.from + range * PORTS.count + (nextPort++ % PORTS.count);
    const server = createServer().listen(port, "127.0.0.1");
    try {
      await once(server, "listening");
    } catch {
      continue;
    }
    server.close();
    await once(server, "close");
    return port;
  }
}

/** Folder and environment of a child: no `.env` and no settings of the person who runs the tests. */
export function surroundings(env: Record<string, string> = {}): { cwd: string; env: NodeJS.ProcessEnv } {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(MERIT_(?!LOCALNET)|WORKER_|INDEXER_|PORT$|HOST$|DEMO_GRANT$)/.test(name),
  );
  return { cwd: tmpdir(), env: { ...Object.fromEntries(own), ...env } };
}

/** A child process whose output is kept for the message of a failing test. */
export class Process {
  readonly child: ChildProcess;
  readonly #name: string;
  readonly #closed: Promise<unknown>;
  #isClosed = false;
  #output = "";

  constructor(
    name: string,
    command: string,
    args: string[],
    env: Record<string, string> = {},
    user: { uid?: number; gid?: number } = {},
  ) {
    this.#name = name;
    this.child = spawn(command, args, { ...surroundings(env), ...user, stdio: ["pipe", "pipe", "pipe"] });
    this.#closed = new Promise((resolve) => this.child.once("close", resolve)).then(() => {
      this.#isClosed = true;
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on("data", (chunk) => {
        this.#output = (this.#output + chunk).slice(-100_000);
      });
    }
  }

  get output(): string {
    return this.#output;
  }

  get running(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Resolves when the output matches; rejects with the output when the process ends or the time is over. */
  async printed(pattern: RegExp, timeoutMs = PATIENCE_MS): Promise<RegExpMatchArray> {
    const find = () => this.#output.match(pattern) ?? undefined;
    // The last output may come after the process's end.
    const match = await until(() => find() ?? (this.#isClosed ? null : undefined), timeoutMs).catch(() => null);
    if (!match) throw new Error(`${this.#name} did not print ${pattern}:\n${this.#output}`);
    return match;
  }

  /** Resolves when the process has ended, and all that it printed is here, unless it was killed. */
  async exited(timeoutMs = PATIENCE_MS): Promise<void> {
    const signal = AbortSignal.timeout(timeoutMs);
    if (this.running) {
      await once(this.child, "exit", { signal }).catch((cause) => {
        throw new Error(`${this.#name} is still running after ${timeoutMs} ms:\n${this.#output}`, { cause });
      });
    }
    // Processes that a killed one has started may live longer, and have the same output.
    if (this.child.signalCode !== "SIGKILL") await Promise.race([this.#closed, once(signal, "abort")]);
  }

  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    if (!this.running) return;
    this.child.kill(signal);
    await this.exited();
  }
}

/** Errors of `fetch` for a server that isn't there, or that ends while it answers. */
const BROKEN_OFF = ["fetch failed", "terminated"];

/** Milliseconds between two looks at a condition. They grow with the wait, since each look takes processor time from the other tests. */
const pauseAfter = (waitedMs: number) => Math.min(100, 10 + waitedMs / 10);

/** Calls `probe` until it returns something other than undefined; a server that can't be reached yet counts as undefined. */
export async function until<T>(
  probe: () => T | undefined | Promise<T | undefined>,
  timeoutMs = PATIENCE_MS,
): Promise<T> {
  const began = Date.now();
  let last: unknown;
  for (;;) {
    try {
      const answer = await probe();
      if (answer !== undefined) return answer;
    } catch (error) {
      if (!(error instanceof TypeError && BROKEN_OFF.includes(error.message))) throw error;
      last = error;
    }
    const waited = Date.now() - began;
    if (waited > timeoutMs) throw new Error(`still not true after ${timeoutMs} ms`, { cause: last });
    await new Promise((resolve) => setTimeout(resolve, pauseAfter(waited)));
  }
}
