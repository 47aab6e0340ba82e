import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { cursorLedger, type RawEvent } from "../source.ts";

/**
 * A Stellar RPC node over HTTP with the answers and refusals of getEvents, getHealth and getLedgers that matter to a
 * follower. It does what a real node can't be made to do in a test: drop ledgers, lag, be reset, repeat itself.
 */
export interface TestNode {
  url: string;
  oldest: number;
  latest: number;
  events: RawEvent[];
  /** Seconds at which each of its ledgers closed. */
  closedAt: number;
  /** Header hashes are made from it, so another name is another ledger. */
  chain: string;
  /** Ignores the cursor of this many getEvents calls and answers from the first event on. */
  repeats: number;
  /** Leaves the events out of this many pages, and gives the position after them. */
  omissions: number;
  /** Ledger entries by their keys, both in base64 XDR. */
  entries: Map<string, string>;
  /** Fails this many calls as an overloaded gateway does. */
  outages: number;
  calls: string[];
  [Symbol.asyncDispose](): Promise<void>;
}

interface Params {
  startLedger?: number;
  filters?: { type: string; contractIds: string[] }[];
  keys?: string[];
  pagination?: { cursor?: string; limit?: number };
}

export async function startNode(): Promise<TestNode> {
  const node = {
    oldest: 1,
    latest: 1,
    events: [] as RawEvent[],
    closedAt: 0,
    chain: "a",
    repeats: 0,
    omissions: 0,
    entries: new Map<string, string>(),
    outages: 0,
    calls: [] as string[],
  };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      if (node.outages-- > 0) return void response.writeHead(503).end("overloaded");
      const { method, params } = JSON.parse(body) as { method: string; params: Params | null };
      node.calls.push(method);
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, ...answer(node, method, params ?? {}) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(node, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

type State = Omit<TestNode, "url" | typeof Symbol.asyncDispose>;

function answer(node: State, method: string, params: Params) {
  const range = { oldestLedger: node.oldest, latestLedger: node.latest };
  if (method === "getHealth") return { result: { status: "healthy", ...range, ledgerRetentionWindow: 100 } };
  if (method === "getLedgerEntries") {
    return { result: { latestLedger: node.latest, entries: (params.keys ?? []).flatMap((key) => entryOf(node, key)) } };
  }
  const cursor = node.repeats-- > 0 ? undefined : params.pagination?.cursor;
  const start = cursor === undefined ? (params.startLedger ?? node.oldest) : cursorLedger(cursor);
  if (start < node.oldest || start > node.latest) {
    const message = `startLedger must be within the ledger range: ${node.oldest} - ${node.latest}`;
    return { error: { code: -32600, message } };
  }
  if (method === "getLedgers") {
    const ledger = { sequence: start, hash: `${node.chain}${start}`, ledgerCloseTime: String(node.closedAt) };
    return { result: { ...range, ledgers: [ledger], cursor: String(start) } };
  }
  return { result: { ...range, ...eventPage(node, params, start, cursor) } };
}

function entryOf({ entries }: State, key: string) {
  const xdr = entries.get(key);
  return xdr === undefined ? [] : [{ key, xdr, lastModifiedLedgerSeq: 1 }];
}

function eventPage(node: State, params: Params, start: number, cursor: string | undefined) {
  const limit = params.pagination?.limit ?? 100;
  const ids = params.filters?.flatMap((filter) => filter.contractIds) ?? [];
  const types = params.filters?.[0]?.type.split(",") ?? [];
  const typeOf = ({ isSystem }: RawEvent) => (isSystem ? "system" : "contract");
  const isOmitted = types.includes("contract") && node.omissions-- > 0;
  const events = (isOmitted ? [] : node.events)
    .filter((event) => ids.includes(event.contractId) && types.includes(typeOf(event)) && event.ledger <= node.latest)
    .filter((event) => (cursor === undefined ? event.ledger >= start : event.id > cursor))
    .slice(0, limit)
    .map(({ topics, isSystem, ...event }) => ({ type: typeOf({ isSystem } as RawEvent), ...event, topic: topics }));
  const end = ((BigInt(node.latest) << 32n) | 0xffffffffn).toString().padStart(19, "0");
  return { events, cursor: events.length === limit ? events.at(-1)?.id : `${end}-4294967295` };
}
