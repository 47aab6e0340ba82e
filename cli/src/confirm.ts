import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { UsageError } from "./errors.ts";
import type { Io } from "./io.ts";

/** True if the person at the terminal says yes. @throws UsageError without a terminal; it names the flag that confirms */
export async function confirm({ stdin, err }: Io, question: string, flag = "--yes"): Promise<boolean> {
  if (!("isTTY" in stdin && stdin.isTTY)) {
    throw new UsageError(
      "This needs a confirmation, and there is no terminal to ask at.",
      `Add ${flag} to confirm it.`,
    );
  }
  const output = new Writable({ write: (chunk, _encoding, done) => done(void err(String(chunk))) });
  const lines = createInterface({ input: stdin, output });
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
  } finally {
    lines.close();
  }
}
