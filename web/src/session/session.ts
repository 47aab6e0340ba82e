import type { RequestArguments } from "@merit/client/types.ts";
import { useQuery } from "@tanstack/react-query";
import { ApiProblem, api, type BodyOf, SESSION, useCall } from "../api.ts";
import { queries } from "../queries.ts";

// The page never keeps a key or a token: it exchanges what was typed for a cookie, and forgets it.

export type LoginRole = "merchant" | "user";

async function exchange(credential: { api_key: string } | { refreshToken: string }): Promise<void> {
  await send("POST", credential);
}

/** @throws ApiProblem for an answered error */
async function ask(init: RequestInit = {}): Promise<Response> {
  const answer = await fetch("/app/session", init);
  if (answer.ok) return answer;
  // A gateway in between may answer with something else.
  const problem = await answer.json().catch(() => ({ title: `The service answered ${answer.status}. Try again.` }));
  throw new ApiProblem({ ...problem, status: answer.status });
}

const send = (method: "POST" | "DELETE", body: object) =>
  ask({ method, body: JSON.stringify(body), headers: { "content-type": "application/json" } });

export const logInMerchant = (apiKey: string): Promise<void> => exchange({ api_key: apiKey });

export async function logInUser(email: string, password: string): Promise<void> {
  const { body } = await api.nobody.call("POST /auth/login", { body: { email, password } });
  await exchange({ refreshToken: body.refreshToken });
}

export async function registerUser(input: {
  email: string;
  password: string;
  first_name?: string;
  referral_code?: string;
}): Promise<void> {
  const { body } = await api.nobody.call("POST /auth/register", { body: input });
  if (body.refreshToken !== null) await exchange({ refreshToken: body.refreshToken });
}

/** Logs in with a challenge that the wallet has signed (SEP-10). */
export async function logInWallet(transaction: string): Promise<void> {
  const { body } = await api.nobody.call("POST /auth/wallet", { body: { transaction } });
  await exchange({ refreshToken: body.refreshToken });
}

/** Forgets what was read, and reads it again: another person may be logged in now, or nobody. */
export const refreshAll = (): Promise<void> =>
  queries.resetQueries({ predicate: ({ queryKey: [first] }) => first !== "config" });
export const useRefreshAll = () => refreshAll;

/** Whoever logs out leaves all pages of this browser. */
const leaving = new BroadcastChannel("log-out");
leaving.onmessage = () => void refreshAll();

export async function logOut(role: LoginRole): Promise<void> {
  await send("DELETE", { role });
  leaving.postMessage(role);
  await refreshAll();
}

/** Roles in which this browser is logged in. */
const useRoles = () =>
  useQuery({
    queryKey: SESSION,
    queryFn: async (): Promise<{ roles: LoginRole[] }> => (await ask()).json(),
  });

/** Record of the caller: null if nobody is logged in, undefined until it is known. */
export interface Self<Record> {
  self: Record | null | undefined;
  /** As whom this browser is logged in; undefined if it isn't, or that isn't known. */
  role: LoginRole | undefined;
  error: Error | null;
  retry(): void;
}

function useSelf<E extends "GET /merchants/me" | "GET /users/:id">(
  role: LoginRole,
  endpoint: E,
  request?: RequestArguments<E>[0],
): Self<BodyOf<E>> {
  const session = useRoles();
  const isIn = session.data?.roles.includes(role);
  const { data, error, refetch } = useCall(role, endpoint, request, { enabled: isIn === true, staleTime: 60_000 });
  const retry = () => void (session.error ? session.refetch() : refetch());
  return { self: isIn === false ? null : data, role: isIn ? role : undefined, error: session.error ?? error, retry };
}

export const useMerchant = () => useSelf("merchant", "GET /merchants/me");
export const useUser = () => useSelf("user", "GET /users/:id", { params: { id: "me" } });
