import { spawn } from "node:child_process";
import { constants } from "node:os";

/**
 * Runs a command in place of this process: it has the terminal, gets the signals that come here, and its exit status
 * becomes this process's. This process adds no message of its own.
 */
export async function handOver(command: string, args: string[]): Promise<void> {
  const child = spawn(command, args, { stdio: "inherit" });
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => child.kill(name));
  process.exitCode = await new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}
