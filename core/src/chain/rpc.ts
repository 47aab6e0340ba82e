import { rpc, xdr } from "@stellar/stellar-sdk";
import { RpcUnavailable } from "./errors.ts";

/** One slow request must not hold a channel for longer than a transaction lives. */
const TIMEOUT_MS = 20_000;

/** The protocol's limit for one getLedgerEntries. */
const KEYS_PER_CALL = 200;

/** `refused`: the node answered with an error. `unavailable`: nothing that is an answer came. */
export type RpcOutcome = "ok" | "refused" | "unavailable";
export type RpcObserver = (method: string, outcome: RpcOutcome, seconds: number) => void;

/** @param observe told of every request that ended */
export function openRpc(url: string, observe?: RpcObserver): rpc.Server {
  const server = new rpc.Server(url, { allowHttp: url.startsWith("http:") });
  server.httpClient.defaults.timeout = TIMEOUT_MS;
  if (observe) watch(server.httpClient, observe);
  return server;
}

/** All requests of the SDK are POSTs of a JSON-RPC call, or of something else to another server. */
function watch(client: rpc.Server["httpClient"], observe: RpcObserver): void {
  const post = client.post.bind(client);
  client.post = async (url, call, config) => {
    const start = performance.now();
    let outcome: RpcOutcome = "unavailable";
    try {
      const response = await post(url, call, config);
      outcome = response.data?.error === undefined ? "ok" : "refused";
      return response;
    } finally {
      if (call?.jsonrpc) observe(call.method, outcome, (performance.now() - start) / 1000);
    }
  };
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
