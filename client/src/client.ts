import { ApiProblem, ForeignAnswer, NoAnswer, type ProblemDocument } from "./errors.ts";
import { PaymentKeys } from "./payment-keys.ts";
import { type Reconnecting, reconnecting } from "./reconnect.ts";
import { readStream, type StreamEvent } from "./streams.ts";
import type {
  AnswerOf,
  CallOptions,
  Endpoint,
  EventOf,
  FileAnswer,
  FileList,
  FileRequest,
  List,
  RequestArguments,
  RequestOf,
  RowOf,
  Stream,
} from "./types.ts";

const TIMEOUT_MS = 30_000;
const NO_CONTENT = 204;
/** The most rows that a page can have. */
const FULL_PAGE = 100;
/** This call pays, and has no key in its body. */
const DISTRIBUTE = "POST /rewards/distribute";
/** The service itself waits for the ledger, for two minutes at most. */
const DISTRIBUTE_TIMEOUT_MS = 130_000;

export interface ClientOptions {
  /** Base URL with its prefix, such as http://localhost:3000/api; in a page of the service, `/api` will do. */
  url: string;
  /** API key of a merchant. */
  apiKey?: string | undefined;
  /** Access token of a user. */
  accessToken?: string | undefined;
  /** Headers that are sent with every call. */
  headers?: Record<string, string> | undefined;
  /** Signal that breaks off every call. */
  signal?: AbortSignal | undefined;
}

export interface Client {
  url: string;
  /**
   * `call("GET /rewards/issuances/:id", { params: { id: 7 } })`
   * @throws ApiProblem for an answered error, NoAnswer when there is none, ForeignAnswer for one that isn't the service's
   */
  call<E extends FileList>(endpoint: E, request: FileRequest<E>): Promise<FileAnswer>;
  call<E extends Endpoint>(endpoint: E, ...request: RequestArguments<E>): Promise<AnswerOf<E>>;
  /**
   * All rows of a list, from `cursor` on. The next page is read when its first row is wanted.
   * @throws as `call`
   */
  rows<L extends List>(list: L, ...request: RequestArguments<L>): AsyncGenerator<RowOf<L>>;
  /**
   * Events as they happen, behind the one that `after` names. A connection that ends is made again behind the last event, so that
   * you miss nothing and get nothing twice; a signal that aborts ends the stream.
   * @throws ApiProblem, ForeignAnswer when another connection can't help, such as for a key that is valid no more
   */
  stream<S extends Stream>(
    endpoint: S,
    request?: RequestOf<S> & Pick<Reconnecting, "onRetry">,
  ): AsyncGenerator<StreamEvent<EventOf<S>>>;
}

/** The parts of every call, without their types. */
interface AnyRequest extends CallOptions {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** A typed client of the API that needs only fetch. */
export function createClient(options: ClientOptions): Client {
  const keys = new PaymentKeys();
  const call = (endpoint: string, request: AnyRequest = {}) => {
    const hasKey = request.idempotencyKey !== undefined || Object(request.body).idempotency_key !== undefined;
    if (endpoint !== DISTRIBUTE || hasKey) return send(options, endpoint, request);
    return keys.send(request.body, (idempotencyKey) => send(options, endpoint, { ...request, idempotencyKey }));
  };
  // The compiler can't handle the requests and answers of all routes at once, so `Client` states them call by call.
  return {
    url: options.url,
    call: call as unknown as Client["call"],
    rows: ((list: string, request?: AnyRequest) => rows(call, list, request)) as Client["rows"],
    stream: ((endpoint: string, request: AnyRequest & Pick<Reconnecting, "onRetry"> = {}) => {
      const { query, onRetry } = request;
      const signal = anyOf(options.signal, request.signal);
      const open = (after?: string) => stream(options, endpoint, { ...request, signal, query: { ...query, after } });
      return reconnecting(open, query?.after as string | undefined, { signal, onRetry });
    }) as Client["stream"],
  };
}

type Call = (endpoint: string, request: AnyRequest) => Promise<{ body: unknown }>;

interface Page {
  data: unknown[];
  has_more: boolean;
  next_cursor: string | null;
}

async function* rows(call: Call, list: string, request: AnyRequest = {}) {
  let cursor = request.query?.cursor;
  for (;;) {
    const page = (await call(list, { ...request, query: { limit: FULL_PAGE, ...request.query, cursor } })).body as Page;
    yield* page.data;
    if (!page.has_more) return;
    cursor = page.next_cursor;
  }
}

async function* stream(options: ClientOptions, endpoint: string, request: AnyRequest) {
  const path = endpoint.slice("GET ".length);
  const url = options.url + path + queryOf(request.query);
  // A stream has no end, so only the time until it begins is limited.
  const controller = new AbortController();
  const late = setTimeout(() => controller.abort(), request.timeoutMs ?? TIMEOUT_MS);
  const signal = anyOf(controller.signal, request.signal);
  try {
    const headers = { ...headersOf(options, request), accept: "text/event-stream" };
    const response = await fetch(url, { headers, signal, redirect: "manual" }).catch((cause) => {
      throw new NoAnswer(`GET ${url} got no answer.`, { cause });
    });
    clearTimeout(late);
    if (response.headers.get("content-type")?.startsWith("text/event-stream")) {
      yield* readStream(url, response);
      return;
    }
    if (!isError(response.status)) throw new ForeignAnswer(options.url, response.status);
    const problem = problemOf(options.url, response.status, parse(await response.text()));
    throw new ApiProblem(problem, secondsOf(response.headers.get("retry-after")));
  } finally {
    clearTimeout(late);
    controller.abort();
  }
}

async function send(options: ClientOptions, endpoint: string, request: AnyRequest) {
  const [method = "", path = ""] = endpoint.split(" ");
  const url = options.url + pathOf(path, request.params) + queryOf(request.query);
  const timeoutMs = request.timeoutMs ?? (endpoint === DISTRIBUTE ? DISTRIBUTE_TIMEOUT_MS : TIMEOUT_MS);
  const response = await fetchText(url, {
    method,
    headers: headersOf(options, request),
    body: request.body === undefined ? null : JSON.stringify(request.body),
    signal: anyOf(AbortSignal.timeout(timeoutMs), options.signal, request.signal),
    // A redirect would carry the key to wherever the answer points.
    redirect: "manual",
  });
  const { status, headers } = response;
  const isAnswer = response.ok || request.accept?.includes(status);
  if (status === NO_CONTENT) return { status, headers, body: undefined };
  const body = isPlainText(headers) ? response.text : parse(response.text);
  if (isAnswer && body !== undefined) return { status, headers, body };
  if (isAnswer || !isError(status)) throw new ForeignAnswer(options.url, status);
  throw new ApiProblem(problemOf(options.url, status, body), secondsOf(headers.get("retry-after")));
}

async function fetchText(url: string, init: RequestInit) {
  try {
    const response = await fetch(url, init);
    return { ok: response.ok, status: response.status, headers: response.headers, text: await response.text() };
  } catch (cause) {
    throw new NoAnswer(`${init.method} ${url} got no answer.`, { cause });
  }
}

const pathOf = (path: string, params: Record<string, string | number> = {}) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));

function queryOf(query: Record<string, unknown> = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  return parameters.size > 0 ? `?${parameters}` : "";
}

function headersOf({ apiKey, accessToken, headers }: ClientOptions, { body, idempotencyKey }: AnyRequest) {
  return {
    accept: "application/json",
    ...headers,
    ...(apiKey && { "x-api-key": apiKey }),
    ...(accessToken && { authorization: `Bearer ${accessToken}` }),
    ...(body !== undefined && { "content-type": "application/json" }),
    ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
  };
}

const anyOf = (...signals: (AbortSignal | undefined)[]): AbortSignal =>
  AbortSignal.any(signals.filter((signal) => signal !== undefined));

const isPlainText = (headers: Headers) =>
  /^(text\/(plain|csv)|application\/x-ndjson)/.test(headers.get("content-type") ?? "");
const isError = (status: number) => status >= 400;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A gateway's 5xx may come without a problem body; a 4xx without one is not from this API. */
function problemOf(url: string, status: number, body: unknown): ProblemDocument {
  if (typeof body === "object" && body !== null && "title" in body) return { ...(body as ProblemDocument), status };
  if (status >= 500) return { status, title: `${url} answered ${status} without a reason.` };
  throw new ForeignAnswer(url, status);
}

function secondsOf(retryAfter: string | null): number | undefined {
  const seconds = Number(retryAfter ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
}
