import { type Client, createClient } from "@merit/client/client.ts";
import { ApiProblem } from "@merit/client/errors.ts";
import type { BodyOf, Endpoint, RequestArguments } from "@merit/client/types.ts";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";

export type { BodyOf, Endpoint };
export { ApiProblem };

/** Role in which a page calls. The browser adds the cookie of that role, which no script can read. */
export type Role = "merchant" | "user" | "nobody";

const clientAs = (role: Role): Client =>
  createClient({ url: "/api", ...(role !== "nobody" && { headers: { "x-merit-session": role } }) });

export const api: Record<Role, Client> = {
  merchant: clientAs("merchant"),
  user: clientAs("user"),
  nobody: clientAs("nobody"),
};

interface Waiting {
  /** Milliseconds for which an answer counts as current. */
  staleTime?: number;
  /** Milliseconds until it is asked again. */
  refetchInterval?: number | false;
  enabled?: boolean;
  retry?: (count: number, error: Error) => boolean;
}

/** The compiler can't join the requests and answers of all calls, so this is stated without them. */
export const read = (role: Role, endpoint: string, request?: object) =>
  (api[role].call as unknown as (endpoint: string, request?: object) => Promise<{ body: unknown }>)(endpoint, request);

/** The answer to a call, kept up to date by its key: role, call and request. */
export function useCall<E extends Endpoint>(
  role: Role,
  endpoint: E,
  request?: RequestArguments<E>[0],
  waiting: Waiting = {},
): UseQueryResult<BodyOf<E>> {
  return useQuery({
    queryKey: [role, endpoint, request ?? null],
    queryFn: async () => (await read(role, endpoint, request)).body,
    ...waiting,
  }) as UseQueryResult<BodyOf<E>>;
}

/** Options for data that changes without an event that says so, such as lists that the ledger changes. */
export const LIVE = { refetchInterval: 5_000 };

/** The text of an error for the person who reads it. */
export function explain(error: unknown): string {
  if (error instanceof ApiProblem) {
    const { detail, title, errors } = error.problem;
    const fields = errors?.map(({ field, message }) => `${field} ${message}`).join("; ");
    return [detail ?? title, fields].filter(Boolean).join(" ");
  }
  return error instanceof Error ? error.message : String(error);
}
