import type { Context } from "@merit/core/context.ts";
import type { ApiScope } from "@merit/core/db/schema.ts";
import type { Store } from "@merit/core/db/store.ts";
import type { Merchant } from "@merit/core/merchants/service.ts";
import type { z } from "zod";

/** `none`: anyone; `merchant`: an API key in x-api-key; `metrics`: METRICS_TOKEN, where one is set. */
export type Auth = "none" | "merchant" | "metrics";

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
  merchant: A extends "merchant" ? Merchant : null;
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
  auth: A;
  /** What the merchant's key has to allow; `scopeOf` says what goes without. */
  scope?: ApiScope;
  summary: string;
  /** Largest body; 100 kB without. */
  maxBytes?: number;
  request: { body?: Body; params?: Params; query?: Query };
  responses: Record<number, z.ZodType>;
  handler(call: Call<A, z.output<Body>, z.output<Params>, z.output<Query>>): Promise<Answer>;
}

/** A route of the merchant that names no scope is read with `read` and changed with the strongest, `account`. */
export const scopeOf = ({ scope, method }: Pick<Route, "scope" | "method">): ApiScope =>
  scope ?? (method === "get" ? "read" : "account");

/** One entry of the table that drives router and validation; the call's types follow from the schemas. */
export function defineRoute<
  A extends Auth,
  Body extends z.ZodType = z.ZodUndefined,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
>(route: Route<A, Body, Params, Query>): Route {
  return route as unknown as Route;
}
