import type { RequestArguments } from "@merit/client/types.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiProblem, api, type BodyOf, useCall } from "../api.ts";

// The page never keeps a key or a token: it exchanges what was typed for a cookie, and forgets it.

type LoginRole = "merchant" | "user";

async function exchange(credential: { api_key: string } | { refreshToken: string }): Promise<void> {
  const answer = await send("POST", credential);
  if (!answer.ok) throw new ApiProblem({ ...(await answer.json()), status: answer.status });
}

const send = (method: "POST" | "DELETE", body: object) =>
  fetch("/app/session", { method, body: JSON.stringify(body), headers: { "content-type": "application/json" } });

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

export async function logOut(role: LoginRole): Promise<void> {
  await send("DELETE", { role });
}

/** Reads everything again after somebody has logged in or out. */
export function useRefreshAll(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.resetQueries({ predicate: ({ queryKey: [first] }) => first !== "config" });
}

/** Roles in which this browser is logged in. */
const useRoles = () =>
  useQuery({
    queryKey: ["session"],
    queryFn: async (): Promise<{ roles: LoginRole[] }> => (await fetch("/app/session")).json(),
  });

/** Record of the caller: null if nobody is logged in, undefined until it is known. */
export interface Self<Record> {
  self: Record | null | undefined;
  error: Error | null;
}

function useSelf<E extends "GET /merchants/me" | "GET /users/:id">(
  role: LoginRole,
  endpoint: E,
  request?: RequestArguments<E>[0],
): Self<BodyOf<E>> {
  const session = useRoles();
  const isIn = session.data?.roles.includes(role);
  const { data, error } = useCall(role, endpoint, request, { enabled: isIn === true, staleTime: 60_000 });
  return { self: isIn === false ? null : data, error: session.error ?? error };
}

export const useMerchant = () => useSelf("merchant", "GET /merchants/me");
export const useUser = () => useSelf("user", "GET /users/:id", { params: { id: "me" } });
