import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { UsageError } from "./errors.ts";
import type { Io } from "./io.ts";

/** A secret of the command line, which others can see and the shell keeps: `-` reads it from standard input instead. */
export const readSecret = async (io: Io, given: string): Promise<string> =>
  given === "-" ? readPassword(io, true) : given;

/**
 * A password from a pipe (`fromPipe`) or the keyboard, which doesn't show it. Never from the command line, which others can see.
 */
export async function readPassword({ stdin, err }: Io, fromPipe = false): Promise<string> {
  if (fromPipe) return (await text(stdin)).replace(/\r?\n$/, "");
  if (!("isTTY" in stdin && stdin.isTTY)) {
    throw new UsageError("There is no terminal to ask for the password.", "Pipe it in with --password-stdin.");
  }
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true });
  try {
    err("Password: ");
    return await lines.question("");
  } finally {
    lines.close();
    err("\n");
  }
}
