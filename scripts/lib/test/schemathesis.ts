// Reads the output of schemathesis.
import { firstError } from "../first-error.ts";
import type { Failure } from "./report.ts";

type Found = Pick<Failure, "test" | "error">;

/** A heading with an operation, and what is said about it. */
const OPERATION = /^_+ (.+?) _+\n([\s\S]*?)(?=^_+ .+? _+$|^=+ )/gm;

/** The failures that it lists, and the operations that it could not test, each with its reason. */
export function failuresOf(output: string): Found[] {
  const failures = [...output.matchAll(OPERATION)].flatMap(([, test = "", text = ""]): Found[] => {
    const listed = [...text.matchAll(/^- (.+)$/gm)].map(([, error = ""]) => ({ test, error }));
    const [error = ""] = text.trim().split("\n", 1);
    return listed.length > 0 ? listed : [{ test, error }];
  });
  return failures.length > 0 ? failures : [{ test: "schemathesis", error: firstError(output) }];
}
