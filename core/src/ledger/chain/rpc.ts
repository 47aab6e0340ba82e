import { rpc, StrKey, xdr } from "@stellar/stellar-sdk";
import { z } from "zod";
import type { RpcOutcome } from "../../base/metrics/metrics.ts";
import { RpcUnavailable, SetupError } from "./errors.ts";

/** Longest request: a slow one must not hold a channel for longer than a transaction lives. */
const TIMEOUT_MS = 20_000;

/** The protocol's limit for one getLedgerEntries. */
const KEYS_PER_CALL = 200;

/** `refused`: the node answered with an error. `unavailable`: there was no valid answer. */
export type RpcObserver = (method: string, outcome: RpcOutcome, seconds: number) => void;

const ledger = z.int().nonnegative();

/** The fields that are read of each method's result: a server that answers without them is not a node. */
const results: Record<string, z.ZodType> = {
  getNetwork: z.looseObject({ passphrase: z.string() }),
  getHealth: z.looseObject({ latestLedger: ledger, oldestLedger: ledger }),
  getLatestLedger: z.looseObject({ sequence: ledger }),
  getLedgerEntries: z.looseObject({
    latestLedger: ledger,
    entries: z.array(z.looseObject({ key: z.string(), xdr: z.string() })).nullish(),
  }),
  getFeeStats: z.looseObject({ sorobanInclusionFee: z.looseObject({ p90: z.string() }) }),
  simulateTransaction: z.looseObject({ latestLedger: ledger }),
  sendTransaction: z.looseObject({ status: z.string(), hash: z.string() }),
  getTransaction: z.looseObject({ status: z.string(), latestLedger: ledger }),
  getEvents: z.looseObject({ latestLedger: ledger, cursor: z.string(), events: z.array(z.unknown()).nullish() }),
  getLedgers: z.looseObject({ ledgers: z.array(z.looseObject({ sequence: ledger, hash: z.string() })) }),
};

/** @param observe told of every request that ended */
export function openRpc(url: string, observe: RpcObserver = () => undefined): rpc.Server {
  const server = new rpc.Server(url, { allowHttp: url.startsWith("http:") });
  server.httpClient.defaults.timeout = TIMEOUT_MS;
  watch(server.httpClient, observe);
  return server;
}

/** All requests of the SDK are POSTs of a JSON-RPC call, or of something else to another server. */
function watch(client: rpc.Server["httpClient"], observe: RpcObserver): void {
  const post = client.post.bind(client);
  client.post = async (url, call, config) => {
    if (!call?.jsonrpc) return post(url, call, config);
    const start = performance.now();
    let outcome: RpcOutcome = "unavailable";
    try {
      const response = await post(url, call, config);
      const isRefusal = Boolean(response.data?.error);
      if (!isRefusal) requireResult(call.method, response.data?.result);
      outcome = isRefusal ? "refused" : "ok";
      return response;
    } finally {
      observe(call.method, outcome, (performance.now() - start) / 1000);
    }
  };
}

function requireResult(method: string, result: unknown): void {
  const { error } = (results[method] ?? z.unknown()).safeParse(result);
  if (!error) return;
  const fields = error.issues.map(({ path }) => path.join(".")).filter((path) => path !== "");
  throw new Error(fields.length > 0 ? `its answer has no ${fields.join(", ")}` : "its answer has no result");
}

/** Awaits an RPC answer. @throws RpcUnavailable for transport and JSON-RPC errors alike */
export async function answer<T>(method: string, request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    throw new RpcUnavailable(method, error);
  }
}

/** @param wanted the passphrase of `network` @throws SetupError when the node is on another network, RpcUnavailable */
export async function requireNetwork(
  server: rpc.Server,
  { network, passphrase: wanted }: { network: string; passphrase: string },
): Promise<void> {
  const { passphrase } = await answer("getNetwork", server.getNetwork());
  if (passphrase === wanted) return;
  throw new SetupError(
    `The node of MERIT_RPC_URL is on "${passphrase}", not on ${network} ("${wanted}"); set it to a node of ${network}`,
  );
}

/** Refuses a node that is behind what is already known: it would report the past. @throws RpcUnavailable */
export function requireLedger(method: string, answered: number, atLeast: number): void {
  if (answered >= atLeast) return;
  throw new RpcUnavailable(method, new Error(`it answered from ledger ${answered}, before ${atLeast}`));
}

export interface LedgerEntries {
  /** Entries found, by base64 key. */
  entries: Map<string, xdr.LedgerEntryData>;
  /** Accounts that keep the reserves of entries for their owners, by base64 key. */
  sponsors: Map<string, string>;
  /** Oldest ledger among the answers: all entries are at least as new as it. */
  latestLedger: number;
}

export const keyOf = (key: xdr.LedgerKey): string => key.toXdr("base64");

/** Reads any number of ledger entries, 200 per request. @throws RpcUnavailable */
export async function readEntries(server: rpc.Server, keys: xdr.LedgerKey[]): Promise<LedgerEntries> {
  const chunks = Array.from({ length: Math.ceil(keys.length / KEYS_PER_CALL) }, (_, index) =>
    keys.slice(index * KEYS_PER_CALL, (index + 1) * KEYS_PER_CALL),
  );
  const answers = await Promise.all(chunks.map((chunk) => answer("getLedgerEntries", readChunk(server, chunk))));
  return {
    entries: new Map(answers.flatMap(({ entries }) => entries)),
    sponsors: new Map(answers.flatMap(({ sponsors }) => sponsors)),
    latestLedger: Math.min(...answers.map((each) => each.latestLedger)),
  };
}

async function readChunk(server: rpc.Server, keys: xdr.LedgerKey[]) {
  const { entries, latestLedger } = await server._getLedgerEntries(...keys);
  const decoded = entries?.map(({ key, xdr: data }) => [key, xdr.LedgerEntryData.fromXdr(data, "base64")] as const);
  // The SDK's type leaves the extension out.
  const sponsors = (entries ?? []).flatMap(({ key, extXdr }: { key: string; extXdr?: string }) => {
    const sponsor = sponsorOf(extXdr);
    return sponsor ? [[key, sponsor] as const] : [];
  });
  return { entries: decoded ?? [], sponsors, latestLedger };
}

function sponsorOf(ext: string | undefined): string | undefined {
  if (ext === undefined) return undefined;
  const read = xdr.LedgerEntryExt.fromXdr(ext, "base64");
  const id = read.type === "v1" ? read.v1.sponsoringId : null;
  return id ? StrKey.encodeEd25519PublicKey(id.ed25519.toBytes()) : undefined;
}

export async function readEntry(server: rpc.Server, key: xdr.LedgerKey): Promise<xdr.LedgerEntryData | undefined> {
  return (await readEntries(server, [key])).entries.get(keyOf(key));
}
