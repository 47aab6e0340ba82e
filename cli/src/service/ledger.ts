import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import { createInterface } from "node:readline";
import { localnetBinary } from "@merit/core/base/paths.ts";

const READY_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 10_000;

export interface EmbeddedLedger {
  url: string;
  /** Resolves with its last output when the process ends by itself. */
  ended: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts localnet as a child that ends with this process, however this process ends (it watches its standard input).
 * @throws Error with localnet's own message when it can't serve: port taken, folder in use or broken.
 */
export async function startLedger(options: { port: number; folder: string }): Promise<EmbeddedLedger> {
  if (!existsSync(localnetBinary)) throw new Error("localnet is not built yet. Run `npm start`, which builds it.");
  mkdirSync(options.folder, { recursive: true });
  const child = spawn(
    localnetBinary,
    ["--port", String(options.port), "--data", options.folder, "--exit-with-stdin"],
    // It has its own process group, so Ctrl-C reaches only the service, which stops the ledger last.
    { stdio: ["pipe", "pipe", "pipe"], detached: true },
  );
  const lastWords = collect(child);
  const ended = once(child, "exit").then(
    ([code, signal]) => lastWords() || `it ended without a message, by ${signal ?? `exit code ${code}`}`,
  );
  // Its first line says that it is ready; a request to the port could reach another ledger there.
  const started = once(createInterface(child.stdout), "line", { signal: AbortSignal.timeout(READY_TIMEOUT_MS) });
  const line = await Promise.race([
    started.then(([text]) => String(text)).catch(() => "it was not ready in time"),
    ended,
  ]);
  // With port 0, only this line names the port.
  const [, url] = /^localnet ready at (http:\S+)/.exec(line) ?? [];
  if (url === undefined) {
    child.kill("SIGKILL");
    // Its flag --port is called --rpc-port here, where --port is the API's.
    throw new Error(`The embedded ledger did not start: ${line.replaceAll("--port", "--rpc-port")}`);
  }
  return { url, ended, stop: () => stop(child) };
}

function collect(child: ChildProcess): () => string {
  let text = "";
  child.stderr?.on("data", (chunk) => {
    text = (text + chunk).slice(-2000);
  });
  return () => text.trim();
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.stdin?.end();
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await exit;
  clearTimeout(timer);
}
