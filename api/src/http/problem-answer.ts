import { Problem } from "@merit/core/base/errors.ts";
import type { Logger } from "@merit/core/base/logger.ts";
import { DatabaseUnavailable } from "@merit/core/store/db/unavailable.ts";
import type { Context as KoaContext, Middleware } from "koa";
import { z } from "zod";
import { PROBLEM_POLICY, problemPage } from "../pages/problem-page.ts";
import { databaseUnavailable, internalError } from "./problems.ts";

/** RFC 9457, with a stable `code`. */
export const problemBody = z
  .object({
    type: z.string().meta({ description: "urn:merit:problem:<code>" }),
    title: z.string(),
    status: z.int(),
    detail: z.string().meta({ description: "cause and fix, for people" }),
    code: z.string().meta({ description: "stable, for programs" }),
    request_id: z.string(),
    errors: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .optional()
      .meta({ description: "each wrong field, by its path" }),
    issuance_id: z.int().optional().meta({ description: "the reward that the problem is about" }),
  })
  .meta({ id: "Problem" });

export type ProblemDocument = z.infer<typeof problemBody>;

/** The only place that decides what a caller sees of an error. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return error instanceof DatabaseUnavailable ? databaseUnavailable(error.message) : internalError();
}

export function problems(log: Logger): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const problem = problemOf(error);
      if (problem !== error) log.error({ err: error, request_id: ctx.state.requestId }, "request failed");
      ctx.status = problem.status;
      ctx.set(problem.headers);
      answer(ctx, presentProblem(problem, ctx.state.requestId));
    }
  };
}

/** Browsers get a page, programs the document. */
function answer(ctx: KoaContext, document: ProblemDocument): void {
  ctx.vary("Accept");
  if (!prefersPage(ctx)) {
    ctx.body = JSON.stringify(document);
    ctx.type = "application/problem+json";
    return;
  }
  ctx.set("Content-Security-Policy", PROBLEM_POLICY);
  ctx.body = problemPage(document);
  ctx.type = "html";
}

/** Browsers name HTML first, then XHTML. Java's own client also names HTML first unless it is told otherwise, but never XHTML. */
function prefersPage(ctx: KoaContext): boolean {
  const [first, second = "*/*"] = ctx.accepts();
  return first === "text/html" && (second === "application/xhtml+xml" || second === "*/*");
}

export function presentProblem(problem: Problem, requestId: string): ProblemDocument {
  const { status, title, detail, code, errors, issuanceId } = problem;
  return {
    type: `urn:merit:problem:${code}`,
    title,
    status,
    detail,
    code,
    request_id: requestId,
    ...(errors && { errors }),
    ...(issuanceId !== undefined && { issuance_id: issuanceId }),
  };
}
