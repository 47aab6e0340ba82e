import type { calls, codes } from "./description.ts";

// The calls of the API as types. `description.ts` is made from the API's description by `npm run client`.

/** A call by method and path, such as `POST /rewards/issue`. */
export type Endpoint = keyof calls;

type Parameters<E extends Endpoint, In extends "path" | "query"> = NonNullable<calls[E]["parameters"][In]>;

/** A URL holds text: what the service takes as any text may be given as a number. */
type Text<T> = T extends string ? (string extends T ? string | number : T) : T;

type InPath<E extends Endpoint> = [Parameters<E, "path">] extends [never]
  ? { params?: undefined }
  : { params: Record<keyof Parameters<E, "path">, string | number> };

type Query<E extends Endpoint> = {
  [Name in keyof Parameters<E, "query">]: Text<Parameters<E, "query">[Name]> | undefined;
};

type InQuery<E extends Endpoint> = [Parameters<E, "query">] extends [never]
  ? { query?: undefined }
  : Record<never, never> extends Parameters<E, "query">
    ? { query?: Query<E> }
    : { query: Query<E> };

type InBody<Call> = Call extends { requestBody: { content: { "application/json": infer Body } } }
  ? { body: Body }
  : Call extends { requestBody?: { content: { "application/json": infer Body } } }
    ? { body?: Body }
    : { body?: undefined };

export interface CallOptions {
  /**
   * Makes a repeat of the call safe: it is carried out once per key. Without one, `POST /rewards/distribute` gets a new key. Where the
   * answer was lost, the next equal call within a minute gets it again.
   */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** Statuses beside 2xx that are answers of this call and no problems. */
  accept?: number[];
}

export type RequestOf<E extends Endpoint> = InPath<E> & InQuery<E> & InBody<calls[E]> & CallOptions;

/** Arguments may be left out if none is required. */
export type RequestArguments<E extends Endpoint> =
  Record<never, never> extends RequestOf<E> ? [request?: RequestOf<E>] : [request: RequestOf<E>];

type Responses<E extends Endpoint> = calls[E]["responses"];
interface ProblemContent {
  content: { "application/problem+json": unknown };
}
/** The lists that are also given as a file, whose text is the answer's body. */
export type FileList = {
  [E in Endpoint]: "format" extends keyof Parameters<E, "query"> ? E : never;
}[Endpoint];

/** The request for such a file. */
export type FileRequest<E extends FileList> = RequestOf<E> & { query: { format: "csv" | "ndjson" } };

export interface FileAnswer {
  status: 200;
  headers: Headers;
  body: string;
}

/** The JSON of calls that also give files. */
type Shown<Response> = Response extends { content: { "application/json": infer Json } }
  ? Json
  : Response extends { content: infer Content }
    ? Content[keyof Content]
    : undefined;

/** `status` determines the type of the body. */
export type AnswerOf<E extends Endpoint> = {
  [Status in keyof Responses<E>]: Responses<E>[Status] extends ProblemContent
    ? never
    : { status: Status; headers: Headers; body: Shown<Responses<E>[Status]> };
}[keyof Responses<E>];

/** Body of any answer of a call. */
export type BodyOf<E extends Endpoint> = AnswerOf<E>["body"];

/** The codes of a call's problems. */
export type CodeOf<E extends Endpoint> = codes[E];

/** Row of a list. */
export type RowOf<E extends Endpoint> = BodyOf<E> extends { data: (infer Row)[] } ? Row : never;

/** The lists that come in pages. */
export type List = {
  [E in Endpoint]: "cursor" extends keyof Parameters<E, "query"> ? ([RowOf<E>] extends [never] ? never : E) : never;
}[Endpoint];

/** The lists that are also given as streams. */
export type Stream = {
  [E in Endpoint]: "after" extends keyof Parameters<E, "query"> ? E : never;
}[Endpoint];

/** An event of a stream: a row of the list. */
export type EventOf<S extends Stream> = RowOf<S>;
