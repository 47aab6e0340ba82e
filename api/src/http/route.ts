import type { ClientInfo } from "@merit/core/accounts/login.ts";
import type { Identity as SessionOfUser } from "@merit/core/accounts/sessions.ts";
import type { Context } from "@merit/core/context/context.ts";
import type { Merchant } from "@merit/core/parties/merchants/service.ts";
import type { ApiScope } from "@merit/core/store/db/schema/merchants.ts";
import type { Store } from "@merit/core/store/db/store.ts";
import { z } from "zod";
import type { Feed } from "./feed.ts";
import type { Quota } from "./limits.ts";

/**
 * `none`: anyone; `merchant`: an API key in x-api-key; `user`: an access token; `admin`: that of an administrator; `metrics`:
 * METRICS_TOKEN, if one is set.
 */
export type Auth = "none" | "merchant" | "user" | "admin" | "metrics";

/** One kind of credential, or several: the first that was sent decides. With `none` among them, a credential is optional. */
export type Access = Auth | readonly [Auth, ...Auth[]];

type Way<A extends Access> = A extends readonly (infer One)[] ? One : A;

/** The caller that a kind of credential names: always present if it is the only one, optional if it is one of several. */
type Granted<A extends Access, One extends Auth, Who> = [Way<A>] extends [One]
  ? Who
  : [Extract<Way<A>, One>] extends [never]
    ? null
    : Who | null;

export interface Answer {
  status: number;
  /** Sent as JSON; text and streams as they are, with a Content-Type among the headers; null with a 204. */
  body: unknown;
  headers?: Record<string, string>;
  /** Body for a repeat under the same Idempotency-Key, if it must not be the original one (secrets). */
  repeat?: unknown;
}

export interface Call<A extends Access, Body, Params, Query> {
  context: Context;
  merchant: Granted<A, "merchant", Merchant>;
  session: Granted<A, "user" | "admin", SessionOfUser>;
  /** Source of the call: the client's address as far as trusted proxies tell it. */
  client: () => ClientInfo;
  body: Body;
  params: Params;
  query: Query;
  /** The caller's Idempotency-Key, checked; null if there is none. */
  idempotencyKey: string | null;
  /**
   * Runs a unit of work in one commit. With an Idempotency-Key its answer is kept in that commit, and a repeat gets
   * the answer without running anything: nothing can happen twice, and nothing can happen without being kept.
   */
  commit(unit: (store: Store) => Promise<Answer>): Promise<Answer>;
  /**
   * An answer that lasts: server-sent events, behind `after` or the header Last-Event-ID. Null if the caller didn't ask for one, or the
   * route has none. @throws Problem 422, 429, 503
   */
  stream: ((feed: Feed, after: string | undefined) => Promise<Answer>) | null;
}

export type Method = "get" | "post" | "patch" | "delete";
export type Responses = Record<number, z.ZodType>;
/** Codes of the route's own problems, by status; those of every route of its kind are added (`openapi/errors.ts`). */
export type Errors = Record<number, readonly string[]>;

export interface Route<
  M extends Method = Method,
  Path extends string = string,
  A extends Access = Access,
  R extends Responses = Responses,
  E extends Errors = Errors,
  Body extends z.ZodType = z.ZodType,
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
> {
  method: M;
  /** Path below /api, with `:name` for parameters. */
  path: Path;
  /** True if it is also served without the /api prefix (for load balancers). */
  atRoot?: boolean;
  auth: A;
  /** The scope that a merchant's key needs; `scopeOf` has the default. */
  scope?: ApiScope;
  /**
   * The limit that a call counts against, if not its caller's `credential` or `address`. `address`: that of its address, also with a
   * credential, which is free and would allow ten times as many calls that hash a password.
   */
  quota?: Quota;
  /**
   * Field of the body with a list, each element of which counts against `quota`, or with the number of what is made. The call itself
   * counts as `credential`.
   */
  countsEach?: string;
  /** Takes no Idempotency-Key: it changes nothing, a repeat does no harm, or its answer holds secrets that must not be kept. */
  keyless?: boolean;
  /** Stores its keys with the records that it makes, forever, instead of storing its answers. */
  ownKeys?: boolean;
  /** True if its path names no record that could be missing. */
  namesNoRecord?: boolean;
  /**
   * Path of the GET that shows what an answer is about, for its header `Location`; parameters are fields of the answer, or else
   * those of the own path.
   */
  location?: string;
  /** Note on what follows a 202, if it has no `location`. */
  accepted?: string;
  /** Summary: one sentence without a full stop. */
  summary: string;
  /** Details that the summary and the schemas don't give; CommonMark. */
  description?: string;
  /** Largest body, if the setting MAX_BODY_KB would be too small. */
  maxBytes?: number;
  /** An optional body may be left out. */
  request: { body?: Body; params?: Params; query?: Query };
  responses: R;
  /** Media types of the answers, if it isn't JSON alone. */
  produces?: string | readonly string[];
  /** Files that a 200 can be instead of JSON, if the caller's query asks for one. */
  files?: { types: readonly string[]; schema: z.ZodType };
  /** Schema of the stream that a 200 is instead of JSON, if the caller asks for `text/event-stream` by the header Accept. */
  events?: z.ZodType;
  /** Gzips its answers for clients that accept it; for an answer that is large and the same for all callers. */
  gzips?: boolean;
  /** Headers of the route's own answers, with their meaning. */
  headers?: Record<string, string>;
  errors: E;
  handler(call: Call<A, z.output<Body>, z.output<Params>, z.output<Query>>): Promise<Answer>;
}

export const ways = (access: Access): readonly Auth[] => (typeof access === "string" ? [access] : access);

/**
 * The scope that a merchant's key needs. Without a scope of its own, a route needs `read` for reading, and the strongest,
 * `account`, for changes.
 */
export const scopeOf = ({ scope, method }: Pick<Route, "scope" | "method">): ApiScope =>
  scope ?? (method === "get" ? "read" : "account");

/** The name in documents and in the client: `POST /rewards/issue`. */
export const titleOf = ({ method, path }: Pick<Route, "method" | "path">): string => `${method.toUpperCase()} ${path}`;

/** How many parameters a path has. */
export const parametersIn = (path: string): number => path.split(":").length - 1;

/** True if a route takes an Idempotency-Key. */
export const takesKey = ({ method, keyless }: Pick<Route, "method" | "keyless">): boolean =>
  method !== "get" && !keyless;

/** True if a repeat under the same Idempotency-Key gets the stored first answer. */
export const keepsAnswers = (route: Pick<Route, "method" | "keyless" | "ownKeys">): boolean =>
  takesKey(route) && !route.ownKeys;

export const needsBody = ({ request: { body } }: Pick<Route, "request">): boolean =>
  body !== undefined && !(body instanceof z.ZodOptional);

/** One entry of the table that drives router, validation, documentation and the typed client. */
export function defineRoute<
  const M extends Method,
  const Path extends string,
  const A extends Access,
  const R extends Responses,
  const E extends Errors,
  Body extends z.ZodType = z.ZodUndefined,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
>(route: Route<M, Path, A, R, E, Body, Params, Query>): Route<M, Path, A, R, E, Body, Params, Query> {
  return route;
}
