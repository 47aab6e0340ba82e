import { rpc, xdr } from "@stellar/stellar-sdk";
import { RpcUnavailable } from "./errors.ts";

/** One slow request must not hold a channel for longer than a transaction lives. */
const TIMEOUT_MS = 20_000;

/** The protocol's limit for one getLedgerEntries. */
const KEYS_PER_CALL = 200;

export function openRpc(url: string): rpc.Server {
  const server = new rpc.Server(url, { allowHttp: url.startsWith("http:") });
  server.httpClient.defaults.timeout = TIMEOUT_MS;
  return server;
}

/** Awaits an RPC answer. @throws RpcUnavailable for transport and JSON-RPC errors alike */
export async function answer<T>(method: string, request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    throw new RpcUnavailable(method, error);
  }
}

export interface LedgerEntries {
  /** Entries found, by base64 key. */
  entries: Map<string, xdr.LedgerEntryData>;
  /** Oldest ledger among the answers: all entries are at least as new as it. */
  latestLedger: number;
}

export const keyOf = (key: xdr.LedgerKey): string => key.toXdr("base64");

/** Reads any number of ledger entries, 200 per request. @throws RpcUnavailable */
export async function readEntries(server: rpc.Server, keys: xdr.LedgerKey[]): Promise<LedgerEntries> {
  const chunks = Array.from({ length: Math.ceil(keys.length / KEYS_PER_CALL) }, (_, index) =>
    keys.slice(index * KEYS_PER_CALL, (index + 1) * KEYS_PER_CALL),
  );
  const answers = await Promise.all(
    chunks.map((chunk) => answer("getLedgerEntries", server._getLedgerEntries(...chunk))),
  );
  const entries = new Map<string, xdr.LedgerEntryData>();
  for (const { entries: found = [] } of answers) {
    for (const entry of found) entries.set(entry.key, xdr.LedgerEntryData.fromXdr(entry.xdr, "base64"));
  }
  return { entries, latestLedger: Math.min(...answers.map((each) => each.latestLedger)) };
}

export async function readEntry(server: rpc.Server, key: xdr.LedgerKey): Promise<xdr.LedgerEntryData | undefined> {
  return (await readEntries(server, [key])).entries.get(keyOf(key));
}
