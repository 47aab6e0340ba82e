import { type FieldError, validationFailed } from "@merit/core/errors.ts";
import type { Context } from "koa";
import rawBody, { type RawBodyError } from "raw-body";
import { parse } from "secure-json-parse";
import type { z } from "zod";
import {
  bodyRequired,
  bodyTooLarge,
  invalidId,
  invalidRequest,
  malformedJson,
  unsupportedMediaType,
} from "./problems.ts";

/** Refuses what isn't UTF-8: replaced by U+FFFD, two idempotency keys could become one. */
const utf8 = new TextDecoder("utf-8", { fatal: true });

export const hasBody = (ctx: Context) => ctx.request.is("*/*") !== null && ctx.request.length !== 0;

/**
 * The request's body, a JSON object.
 * @throws Problem 400 none or malformed, 413 larger than the limit, 415 other or compressed content, 422 other JSON
 */
export async function readBody(ctx: Context, limitBytes: number): Promise<object> {
  const type = ctx.request.is("application/json");
  if (type === null || ctx.request.length === 0) throw bodyRequired();
  if (type === false || ctx.get("Content-Encoding") !== "") throw unsupportedMediaType();
  const bytes = await rawBody(ctx.req, { limit: limitBytes, length: ctx.request.length ?? null }).catch((error) => {
    // The rest of it is read and dropped; otherwise the connection would hang, also when the service wants to stop.
    ctx.req.resume();
    throw transferProblem(error, limitBytes);
  });
  const body = parseJson(bytes);
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return body;
  throw validationFailed([{ field: "body", message: "must be a JSON object" }]);
}

function parseJson(bytes: Buffer): unknown {
  try {
    return parse(utf8.decode(bytes));
  } catch {
    // The parser's own error quotes the body, so it must not leave this function.
    throw malformedJson();
  }
}

function transferProblem(error: RawBodyError, limitBytes: number) {
  return error.type === "entity.too.large"
    ? bodyTooLarge(`${Math.floor(limitBytes / 1024)} kB`)
    : invalidRequest("The body ended before its announced length.");
}

type Issue = z.core.$ZodIssue;

/** A body of 100 kB can have thousands of wrong fields; nobody reads more than this. */
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

/** Path parameters: a value that can't be an id is an unknown record. @throws Problem 404 */
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
