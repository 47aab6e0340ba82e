import { type Client, createClient } from "@merit/client/client.ts";
import { ApiProblem } from "@merit/client/errors.ts";
import type { BodyOf, Endpoint, RequestArguments } from "@merit/client/types.ts";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { queries } from "./queries.ts";

export type { BodyOf, Endpoint };
export { ApiProblem };

/** Role in which a page calls. The browser adds the cookie of that role, which no script can read. */
export type Role = "merchant" | "user" | "nobody";

function clientAs(role: "merchant" | "user"): Client {
  const client = createClient({ url: "/api", headers: { "x-merit-session": role } });
  const call = (...request: Parameters<Client["call"]>) => client.call(...request).catch(explainEnd);
  return { ...client, call: call as Client["call"] };
}

export const api: Record<Role, Client> = {
  merchant: clientAs("merchant"),
  user: clientAs("user"),
  nobody: createClient({ url: "/api" }),
};

/** What the service says of a cookie that is missing or has ended, in words for programs. */
const ENDED = ["missing_token", "invalid_token", "missing_api_key", "invalid_api_key", "missing_credentials"];

/** A session that has ended is told in words for people, and the page learns of it. */
function explainEnd(error: unknown): never {
  if (!(error instanceof ApiProblem) || !ENDED.includes(error.problem.code ?? "")) throw error;
  void queries.invalidateQueries({ queryKey: SESSION });
  throw new ApiProblem({ ...error.problem, detail: "Your session has ended. Log in again, then try again." });
}

/** Key of the answer that says as whom this browser is logged in. */
export const SESSION = ["session"];

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
    return fields || (detail ?? title);
  }
  return error instanceof Error ? error.message : String(error);
}
