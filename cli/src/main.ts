import { loadEnvFile } from "@merit/core/base/env-file.ts";
import { exitCodes, OutputLost, reportError } from "./errors.ts";
import type { Io } from "./io.ts";
import { run } from "./program.ts";

try {
  loadEnvFile();
} catch (error) {
  process.stderr.write(`error: ${(error as Error).message}\n`);
  process.exit(exitCodes.failed);
}

const interrupted = new AbortController();

/** Why the results can't be written. The command ends at its next one, not at once: it may have to keep what it has made. */
let lost: OutputLost | undefined;

const [command] = process.argv.slice(2);
if (command === "start") {
  // A full disk under its log, or a closed terminal, must not stop a service that pays.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
} else {
  process.stdout.on("error", (error) => {
    lost ??= new OutputLost(error);
  });
  // Nobody is left to be told.
  process.stderr.on("error", () => {});
}

// `start` shuts its own parts down; all others stop at the next pause, and a second Ctrl-C ends them at once.
if (command !== "start") {
  process.on("SIGINT", () => {
    if (interrupted.signal.aborted) process.exit(130);
    interrupted.abort();
  });
}

const io: Io = {
  env: process.env,
  stdin: process.stdin,
  out(text) {
    if (lost) throw lost;
    process.stdout.write(text);
  },
  err: (text) => void process.stderr.write(text),
  signal: interrupted.signal,
};
process.exitCode = await run(process.argv.slice(2), io);
// The stream tells of an error after the write that had it.
await new Promise((resolve) => process.stdout.write("", resolve));
if (lost && process.exitCode === exitCodes.ok) {
  process.exitCode = reportError(lost, io, process.argv.includes("--json"));
}
