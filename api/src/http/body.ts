import {
  bodyRequired,
  bodyTooLarge,
  invalidRequest,
  malformedJson,
  unsupportedMediaType,
  validationFailed,
} from "@merit/core/errors.ts";
import type { Context } from "koa";
import rawBody, { type RawBodyError } from "raw-body";
import { parse } from "secure-json-parse";

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
    // What is left of it is read and dropped, or the connection would hang with it, also when the service wants to stop.
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
    // The parser's own error quotes the body: it goes no further than here.
    throw malformedJson();
  }
}

function transferProblem(error: RawBodyError, limitBytes: number) {
  return error.type === "entity.too.large"
    ? bodyTooLarge(`${Math.floor(limitBytes / 1024)} kB`)
    : invalidRequest("The body ended before its announced length.");
}
