import type { z } from "zod";
import type { Route } from "../http/route.ts";
import type { CodesOf, CommonErrors } from "../openapi/errors.ts";
import type { Table } from "../routes/index.ts";

// The table of routes as types. They come from the schemas that the server uses for its checks, so client and server can't
// disagree, and nothing of the server is needed when the client runs.

type Shape = Pick<Route, "method" | "path">;
type Values<T> = T[keyof T];
type AnyRoute = Extract<Values<{ [Resource in keyof Table]: Values<Table[Resource]> }>, Shape>;
type NameOf<R extends Shape> = `${Uppercase<R["method"]>} ${R["path"]}`;
type ByName = { [R in AnyRoute as NameOf<R>]: R };

/** A call by method and path, such as `POST /rewards/issue`. */
export type Endpoint = keyof ByName;

type Part<E extends Endpoint, Name extends "body" | "query"> = NonNullable<ByName[E]["request"][Name]>;

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** A URL holds text: what the schema takes as any text may be given as a number. */
type Text<T> = T extends string ? (string extends T ? string | number : T) : T;

type InPath<Path extends string> = [Names<Path>] extends [never]
  ? { params?: undefined }
  : { params: Record<Names<Path>, string | number> };

type InQuery<Query> = Query extends z.ZodUndefined
  ? { query?: undefined }
  : { query?: { [Name in keyof z.input<Query>]: Text<z.input<Query>[Name]> } };

type InBody<Body> = Body extends z.ZodUndefined
  ? { body?: undefined }
  : undefined extends z.input<Body>
    ? { body?: z.input<Body> }
    : { body: z.input<Body> };

export interface CallOptions {
  /**
   * Makes a repeat of the call safe: it is carried out once per key. Without one, `POST /rewards/distribute` gets a new key, and keeps it
   * for a minute where the answer was lost.
   */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** Statuses beside 2xx that are answers of this call and no problems. */
  accept?: number[];
}

export type RequestOf<E extends Endpoint> = InPath<ByName[E]["path"]> &
  InQuery<Part<E, "query">> &
  InBody<Part<E, "body">> &
  CallOptions;

/** Arguments may be left out if none is required. */
export type RequestArguments<E extends Endpoint> =
  Record<never, never> extends RequestOf<E> ? [request?: RequestOf<E>] : [request: RequestOf<E>];

type Bodies<E extends Endpoint> = ByName[E]["responses"];

/** `status` determines the type of the body. */
export type AnswerOf<E extends Endpoint> = {
  [Status in keyof Bodies<E>]: { status: Status; headers: Headers; body: z.output<Bodies<E>[Status]> };
}[keyof Bodies<E>];

/** Body of any answer of a call. */
export type BodyOf<E extends Endpoint> = AnswerOf<E>["body"];

/** The codes of a call's problems. */
export type CodeOf<E extends Endpoint> = CodesOf<ByName[E]["errors"]> | CommonErrors;

/** Row of a list. */
export type RowOf<E extends Endpoint> = BodyOf<E> extends { data: (infer Row)[] } ? Row : never;
