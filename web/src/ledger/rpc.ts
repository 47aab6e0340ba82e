import { type UseQueryResult, useQuery } from "@tanstack/react-query";

// The ledger, through the service (`api/src/web/explorer.ts`). On `local` its clock and its ledgers can be moved as well.

/** Full URL, for the Stellar SDK. */
export const rpcUrl = `${location.origin}/app/rpc`;
/** The SDK's switch for URLs without https, such as those of this machine. */
export const rpcOptions = { allowHttp: location.protocol === "http:" };

/** Asks a method of Stellar RPC. @throws Error with the node's text */
export async function ask<Result>(method: string, params: object = {}): Promise<Result> {
  const reply = await fetch(rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { result, error, detail } = await reply.json();
  if (result === undefined) throw new Error(error?.message ?? detail ?? `The service answered ${reply.status}.`);
  return result;
}

/** The first part of the key of everything that is read from the ledger. */
export const LEDGER = "ledger";

export const useLedger = <Result>(
  method: string,
  params?: object,
  waiting: { refetchInterval?: number; enabled?: boolean } = {},
): UseQueryResult<Result> =>
  useQuery({ queryKey: [LEDGER, method, params ?? null], queryFn: () => ask<Result>(method, params), ...waiting });

/** Has friendbot create and fund an account of the local ledger. */
export async function fund(address: string): Promise<void> {
  const reply = await fetch("/app/fund", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ address }),
  });
  if (!reply.ok) throw new Error(`Friendbot did not fund the account (${reply.status}). It may be funded already.`);
}

export interface Latest {
  sequence: number;
  protocolVersion: number;
  closeTime: string;
  /** Close time that the next ledger would get; localnet alone tells it. */
  nextCloseTime?: string;
}

const POLL_MS = 2_000;
export const useLatest = () => useLedger<Latest>("getLatestLedger", undefined, { refetchInterval: POLL_MS });

export const isoOf = (unixSeconds: string | number): string => new Date(Number(unixSeconds) * 1000).toISOString();
