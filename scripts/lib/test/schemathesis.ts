// What schemathesis prints.
import { firstError } from "../first-error.ts";
import type { Failure } from "./report.ts";

/** The failures that it lists, by operation. */
export function failuresOf(output: string): Pick<Failure, "test" | "error">[] {
  const [, listed = ""] = /^=+ FAILURES =+\n([\s\S]*?)^=+ [A-Z]/m.exec(output) ?? [];
  const failures: Pick<Failure, "test" | "error">[] = [];
  let test = "";
  for (const line of listed.split("\n")) {
    test = /^_+ (.+?) _+$/.exec(line)?.[1] ?? test;
    const error = /^- (.+)$/.exec(line)?.[1];
    if (error !== undefined) failures.push({ test, error });
  }
  return failures.length > 0 ? failures : [{ test: "schemathesis", error: firstError(output) }];
}
