import { appendFileSync, readFileSync } from "node:fs";

/** An answer of a route's, as far as its description promises it: the code is that of a problem. */
export interface SeenAnswer {
  route: string;
  status: number;
  code: string | null;
}

/** Names the file in which tests note what was answered; `npm test` sets it, and a run by hand notes nothing. */
export const SEEN_ANSWERS = "MERIT_SEEN_ANSWERS";

const noted = new Set<string>();

export function note({ route, status, code }: SeenAnswer): void {
  const file = process.env[SEEN_ANSWERS];
  const line = JSON.stringify({ route, status, code } satisfies SeenAnswer);
  if (!file || noted.has(line)) return;
  noted.add(line);
  // Several workers write: a line that is appended at once stays whole.
  appendFileSync(file, `${line}\n`);
}

export const readSeen = (file: string): SeenAnswer[] =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
