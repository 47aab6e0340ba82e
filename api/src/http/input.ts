import { type FieldError, validationFailed } from "@merit/core/base/errors.ts";
import { nearest } from "@merit/core/base/nearest.ts";
import { isStorable } from "@merit/core/base/text.ts";
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

/** Bytes of a body that takes long to parse and check. */
export const LARGE_BODY = 64 * 1024;

/**
 * The request's body as it came.
 * @throws Problem 400 none, 413 larger than the limit, 415 other or compressed content
 */
export async function readBytes(ctx: Context, limitBytes: number): Promise<Buffer> {
  const type = ctx.request.is("application/json");
  if (type === null || ctx.request.length === 0) throw bodyRequired();
  if (type === false || ctx.get("Content-Encoding") !== "") throw unsupportedMediaType();
  return rawBody(ctx.req, { limit: limitBytes, length: ctx.request.length ?? null }).catch((error) => {
    // The rest of it is read and dropped; otherwise the connection would hang, also when the service wants to stop.
    ctx.req.resume();
    throw transferProblem(error, limitBytes);
  });
}

/** The request's body, a JSON object. @throws Problem as `readBytes` and `parseBody` */
export const readBody = async (ctx: Context, limitBytes: number): Promise<object> =>
  parseBody(await readBytes(ctx, limitBytes));

/** A body's JSON object. @throws Problem 400 malformed, 422 other JSON */
export function parseBody(bytes: Buffer): Record<string, unknown> {
  const body = parseJson(bytes);
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
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

/** @returns Problem 422 that names the first of these fields */
export const wrongFields = (errors: readonly FieldError[]) => validationFailed(errors.slice(0, MAX_ERRORS));

/**
 * The input as its schema makes it.
 * @throws Problem 422 that names every bad field, never its value: it may be a secret
 */
export function validate<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = check(schema, input);
  if (Array.isArray(result)) throw wrongFields(result);
  return result.data;
}

/** Path parameters: a value that can't be an id is an unknown record. @throws Problem 404 */
export function validateParams<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = check(schema, input);
  if (!Array.isArray(result)) return result.data;
  const [first = { field: "id", message: "is required" }] = result;
  throw invalidId(first);
}

function check<Schema extends z.ZodType>(schema: Schema, input: unknown): { data: z.output<Schema> } | FieldError[] {
  const unstorable = unstorableTexts(input);
  if (unstorable.length > 0) return unstorable;
  /** The fields of objects that have unknown ones, by path. */
  const known = new Map<string, string[]>();
  const result = schema.safeParse(input, {
    error: (issue) => {
      const { shape } = (issue.inst?._zod.def ?? {}) as { shape?: object };
      if (issue.code === "unrecognized_keys" && shape) known.set(issue.path?.join(".") ?? "", Object.keys(shape));
      return undefined;
    },
  });
  if (result.success) return result;
  return result.error.issues.flatMap((issue) => fieldErrors(issue, input, known.get(issue.path.join(".")) ?? []));
}

const UNSTORABLE = "must be valid Unicode, without the character NUL and without halves of surrogate pairs";

/** For all fields, also those that may have any text: the database would refuse it. Without recursion: bodies can be deep. */
function unstorableTexts(input: unknown): FieldError[] {
  const errors: FieldError[] = [];
  const left = [{ parts: input as Record<string, unknown>, field: "" }];
  for (const { parts, field } of left) {
    const within = field && `${field}.`;
    for (const name in parts) {
      const value = parts[name];
      if (!isStorable(name)) errors.push({ field: field || "body", message: `has a field whose name ${UNSTORABLE}` });
      else if (typeof value === "string") {
        if (!isStorable(value)) errors.push({ field: within + name, message: UNSTORABLE });
      } else if (typeof value === "object" && value !== null) {
        left.push({ parts: value as Record<string, unknown>, field: within + name });
      }
    }
  }
  return errors;
}

function fieldErrors(issue: Issue, input: unknown, known: string[]): FieldError[] {
  const field = issue.path.join(".");
  if (issue.code === "unrecognized_keys") {
    const given = Object.keys((lookUp(input, issue.path) ?? {}) as object);
    const absent = known.filter((name) => !given.includes(name));
    return issue.keys.slice(0, MAX_ERRORS).map((key) => {
      const meant = misspelt(key, absent);
      return {
        field: [...issue.path, key].join("."),
        message: `is not a field of this call: ${meant === undefined ? "remove it" : `did you mean ${meant}?`}`,
      };
    });
  }
  if (issue.code === "invalid_type" && lookUp(input, issue.path) === undefined) {
    return [{ field: field || "body", message: "is required" }];
  }
  return [{ field: field || "body", message: messageOf(issue) }];
}

/** Longer names are no misspelt ones, and would take long to compare. */
const LONGEST_NAME = 50;

/** Which of the names may be meant: one that is written otherwise, one with a few other letters, or one with a word before or after it. */
function misspelt(name: string, names: readonly string[]): string | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  const plain = (text: string) => text.toLowerCase().replaceAll(/[_-]/g, "");
  const [closest, distance] = nearest(plain(name), names.map(plain));
  if (distance <= plain(name).length / 3) return names.find((known) => plain(known) === closest);
  return names.find((known) => known.split("_").includes(name));
}

/** The schema's own text, or instead of zod's the values that there are. */
function messageOf(issue: Issue): string {
  if (issue.code !== "invalid_value" || !issue.message.startsWith("Invalid ")) return issue.message;
  const values = issue.values.map(String).join(", ");
  return issue.values.length === 1 ? `must be ${values}` : `must be one of ${values}`;
}

function lookUp(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], input);
}
