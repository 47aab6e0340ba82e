import { type FieldError, invalidId, validationFailed } from "@merit/core/errors.ts";
import type { z } from "zod";

type Issue = z.core.$ZodIssue;

/** A body of 100 kB can hold thousands of wrong fields; nobody reads more than these. */
const MAX_ERRORS = 50;

/**
 * The input as its schema makes it.
 * @throws Problem 422 that names every bad field, never its value: it may be a secret
 */
export function validate<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw validationFailed(result.error.issues.flatMap((issue) => fieldErrors(issue, input)).slice(0, MAX_ERRORS));
}

/** Path parameters: what can't be an id names no record. @throws Problem 404 */
export function validateParams<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const [first = { field: "id", message: "is required" }] = result.error.issues.flatMap((issue) =>
    fieldErrors(issue, input),
  );
  throw invalidId(first);
}

function fieldErrors(issue: Issue, input: unknown): FieldError[] {
  const field = issue.path.join(".");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      field: [...issue.path, key].join("."),
      message: "is not a field of this call: remove it",
    }));
  }
  if (issue.code === "invalid_type" && lookUp(input, issue.path) === undefined) {
    return [{ field: field || "body", message: "is required" }];
  }
  return [{ field: field || "body", message: issue.message }];
}

function lookUp(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], input);
}
