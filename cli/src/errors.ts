import type { ProblemDocument } from "@merit/client/errors.ts";
import { CommanderError } from "commander";
import { type Io, plain } from "./io.ts";
import { jsonLine } from "./output.ts";

/** `failed` of `merit audit` means that it has found differences; it ends with `incomparable` where it could not compare. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, incomparable: 3 } as const;

/** A command that can't do what was asked; `hint` says what to try next. */
export class Failure extends Error {
  override name = "Failure";
  readonly exitCode: number = exitCodes.failed;
  hint: string | undefined;
  /** Idempotency key of the call, if it had one: with it the same call can be repeated. */
  idempotencyKey: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

/** The command line itself is wrong. */
export class UsageError extends Failure {
  override name = "UsageError";
  override readonly exitCode = exitCodes.usage;
}

/** The output can't be written. A reader that is gone, as `head` is when it has enough, is a normal end. */
export class OutputLost extends Failure {
  override name = "OutputLost";
  override readonly exitCode: number;

  constructor({ code, message }: NodeJS.ErrnoException) {
    super(`The output can't be written: ${message}.`);
    this.exitCode = code === "EPIPE" ? exitCodes.ok : exitCodes.failed;
  }
}

/** An audit that could not finish. */
export class NotCompared extends Failure {
  override name = "NotCompared";
  override readonly exitCode = exitCodes.incomparable;
}

/** No answer: the request may or may not have been carried out. */
export class Unreachable extends Failure {
  override name = "Unreachable";
  /** False if the request has not left this machine. */
  wasSent = true;
}

/** An error that the API answered with. */
export class ApiProblem extends Failure {
  override name = "ApiProblem";
  readonly problem: ProblemDocument;
  /** Seconds after which the server wants to be asked again. */
  readonly retryAfter: number | undefined;

  constructor(problem: ProblemDocument, retryAfter?: number) {
    super(problem.detail ?? problem.title);
    this.problem = problem;
    this.retryAfter = retryAfter;
  }

  /** True if the same request can succeed later without a change. */
  get transient(): boolean {
    return this.problem.status >= 500 || this.problem.status === 429;
  }
}

/**
 * True if nobody knows whether a call was carried out: its answer is lost, or a gateway answers in place of the service, or the service
 * failed in the middle of it. The service answers its own 503 before it carries anything out.
 */
export function isLost(error: unknown): boolean {
  if (error instanceof Unreachable) return error.wasSent;
  if (!(error instanceof ApiProblem)) return false;
  const { status, code } = error.problem;
  return status >= 500 && (status !== 503 || code === undefined);
}

/** True for the 503 with which a call may be stored nevertheless. Its text says whether that is known. */
export const mayBeStored = (error: unknown): boolean =>
  error instanceof ApiProblem && error.problem.code === "database_unavailable";

/**
 * For commands that work on this machine: their parts throw errors whose message is meant for the operator. Errors
 * that only a bug throws are passed on, and are shown with their stack.
 */
export async function orFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const mistake = error instanceof TypeError || error instanceof ReferenceError || error instanceof Failure;
    throw error instanceof Error && !mistake ? new Failure(error.message) : error;
  }
}

/** Tells the person (or, with --json, the script) what went wrong. @returns the exit code */
export function reportError(error: unknown, io: Io, json: boolean): number {
  if (error instanceof CommanderError) return reportUsage(error, io, json);
  // Such as a full disk under a file that a command writes.
  if (isSystemError(error)) return reportError(new Failure(`${error.message}.`), io, json);
  if (!(error instanceof Failure)) throw error;
  if (error.exitCode === exitCodes.ok) return exitCodes.ok;
  io.err(json ? jsonLine(errorBody(error)) : errorText(error));
  return error.exitCode;
}

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && "syscall" in error && "code" in error;

/** People have commander's own message already; scripts get it here. */
function reportUsage(error: CommanderError, io: Io, json: boolean): number {
  if (error.exitCode === 0) return exitCodes.ok;
  if (json) io.err(jsonLine({ title: error.message.replace(/^error: /, "") }));
  return exitCodes.usage;
}

function errorBody(error: Failure): object {
  const { message: title, hint, idempotencyKey: idempotency_key } = error;
  const problem = error instanceof ApiProblem ? error.problem : { title, detail: undefined };
  const detail = [problem.detail, hint].filter((text) => text !== undefined).join("\n");
  return { ...problem, ...(detail && { detail }), ...(idempotency_key !== undefined && { idempotency_key }) };
}

function errorText(error: Failure): string {
  const lines = [`error: ${error.message.split("\n").map(plain).join("\n")}`];
  if (error instanceof ApiProblem) lines.push(...problemLines(error));
  const hint = error.hint ?? (error instanceof ApiProblem ? problemHint(error.problem) : undefined);
  if (hint) lines.push(...hint.split("\n"));
  return `${lines.join("\n")}\n`;
}

function problemLines({ problem, retryAfter }: ApiProblem): string[] {
  const fields = (problem.errors ?? []).map(({ field, message }) => `  ${plain(field)}: ${plain(message)}`);
  const marks = [`status ${problem.status}`];
  if (problem.code) marks.push(problem.code);
  if (problem.request_id) marks.push(`request ${problem.request_id}`);
  if (retryAfter !== undefined) marks.push(`retry after ${retryAfter} s`);
  return [...fields, `  (${plain(marks.join(", "))})`];
}

/** Codes of the problems that an API key solves. */
const KEY_WANTED = new Set<string | undefined>(["missing_api_key", "invalid_api_key", "missing_credentials"]);

function problemHint(problem: ProblemDocument): string | undefined {
  if (problem.code === "missing_token" || problem.code === "invalid_token") return "Log in with `merit login`.";
  if (KEY_WANTED.has(problem.code)) {
    return "Give the merchant's key with --api-key or MERIT_API_KEY, or get one with `merit merchant register`.";
  }
  if (problem.code === "webhook_disabled") return "Enable it with `merit webhook update <id> --enable`.";
  if (problem.code === "not_found" && problem.detail?.startsWith("Wallet ")) {
    return "Is it linked to the account that is logged in? `merit wallet link` links it.";
  }
  if (problem.code === "route_not_found") return "Is --url right? It ends in /api, such as http://localhost:3000/api.";
  return undefined;
}
