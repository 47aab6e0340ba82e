import { loadEnvFile } from "@merit/core/env-file.ts";
import { exitCodes } from "./errors.ts";
import { run } from "./program.ts";

try {
  loadEnvFile();
} catch (error) {
  process.stderr.write(`error: ${(error as Error).message}\n`);
  process.exit(exitCodes.failed);
}

const interrupted = new AbortController();

const [command] = process.argv.slice(2);
if (command === "start") {
  // A full disk under its log, or a closed terminal, must not stop a service that pays.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
} else {
  // A reader that closes the pipe (`merit events | head`) is a normal end.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
}

// `start` shuts its own parts down; all others stop at the next pause, and a second Ctrl-C ends them at once.
if (command !== "start") {
  process.on("SIGINT", () => {
    if (interrupted.signal.aborted) process.exit(130);
    interrupted.abort();
  });
}

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  signal: interrupted.signal,
});
