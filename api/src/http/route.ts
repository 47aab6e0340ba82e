import type { Client } from "@merit/core/auth/login.ts";
import type { Identity } from "@merit/core/auth/sessions.ts";
import type { Context } from "@merit/core/context.ts";
import type { Store } from "@merit/core/db/store.ts";
import type { Merchant } from "@merit/core/merchants/service.ts";
import type { z } from "zod";

/**
 * `none`: anyone; `user`: an access token; `admin`: that of an administrator; `merchant`: an API key in x-api-key;
 * `metrics`: METRICS_TOKEN, where one is set. A route may name several ways: the first whose credential was sent decides.
 * `none` comes last and takes whoever brings none, or none that is good.
 */
export type Auth = "none" | "user" | "admin" | "merchant" | "metrics";

/** Surely there where every way of the route brings it, null where none does. */
type Brought<A extends Auth, Way extends Auth, T> = [A] extends [Way]
  ? T
  : [Extract<A, Way>] extends [never]
    ? null
    : T | null;

export interface Answer {
  status: number;
  /** Sent as JSON; text as it is, with a Content-Type among the headers. */
  body: unknown;
  headers?: Record<string, string>;
  /** What a repeat under the same Idempotency-Key gets, where it must not be the body itself (secrets). */
  repeat?: unknown;
}

export interface Call<A extends Auth, Body, Params, Query> {
  context: Context;
  merchant: Brought<A, "merchant", Merchant>;
  session: Brought<A, "user" | "admin", Identity>;
  /** Where the call comes from. */
  client: Client;
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
}

export interface Route<
  A extends Auth = Auth,
  Body extends z.ZodType = z.ZodType,
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
> {
  method: "get" | "post" | "patch" | "delete";
  /** Below /api, with `:name` for parameters. */
  path: string;
  /** Served without the /api prefix as well (what load balancers ask). */
  atRoot?: boolean;
  auth: A | readonly A[];
  summary: string;
  /** A body whose schema takes undefined may be left out. */
  request: { body?: Body; params?: Params; query?: Query };
  responses: Record<number, z.ZodType>;
  handler(call: Call<A, z.output<Body>, z.output<Params>, z.output<Query>>): Promise<Answer>;
}

/** One entry of the table that drives router and validation; the call's types follow from the schemas. */
export function defineRoute<
  A extends Auth,
  Body extends z.ZodType = z.ZodUndefined,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
>(route: Route<A, Body, Params, Query>): Route {
  return route as unknown as Route;
}
