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

/** What a body may have where its route says nothing else. */
const LIMIT_BYTES = 100 * 1024;

/** Refuses what isn't UTF-8: replaced by U+FFFD, two idempotency keys could become one. */
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * The request's body, a JSON object.
 * @param limit bytes
 * @throws Problem 400 none or malformed, 413 larger than `limit`, 415 other or compressed content, 422 other JSON
 */
export async function readBody(ctx: Context, limit = LIMIT_BYTES): Promise<object> {
  const type = ctx.request.is("application/json");
  if (type === null || ctx.request.length === 0) throw bodyRequired();
  if (type === false || ctx.get("Content-Encoding") !== "") throw unsupportedMediaType();
  const bytes = await rawBody(ctx.req, { limit, length: ctx.request.length ?? null }).catch((error) => {
    throw transferProblem(error, limit);
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

function transferProblem(error: RawBodyError, limit: number) {
  return error.type === "entity.too.large"
    ? bodyTooLarge(`${limit / 1024} kB`)
    : invalidRequest("The body ended before its announced length.");
}
