import { bodyParser } from "@koa/bodyparser";
import { bodyRequired, bodyTooLarge, invalidRequest, malformedJson, unsupportedMediaType } from "@merit/core/errors.ts";
import type { Context } from "koa";

const LIMIT = "100kb";

const parse = bodyParser({
  enableTypes: ["json"],
  jsonLimit: LIMIT,
  onError(error) {
    throw bodyProblem(error as Error & { status?: number; type?: string });
  },
});

/**
 * The request's JSON body.
 * @throws Problem 400 none or malformed, 413 larger than 100 kB, 415 other content
 */
export async function readBody(ctx: Context): Promise<unknown> {
  const type = ctx.request.is("application/json");
  if (type === null || ctx.request.length === 0) throw bodyRequired();
  if (type === false) throw unsupportedMediaType();
  await parse(ctx, async () => {});
  return ctx.request.body;
}

// The parser's own errors carry the body: they go no further than here.
function bodyProblem(error: Error & { status?: number; type?: string }) {
  if (error.status === 413) return bodyTooLarge("100 kB");
  if (error.status === 415) return unsupportedMediaType();
  if (error.type === "request.aborted" || error.type === "request.size.invalid") {
    return invalidRequest("The body ended before its announced length.");
  }
  return malformedJson();
}
