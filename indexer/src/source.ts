import { readCodes, readWasm } from "@merit/core/ledger/chain/code.ts";
import { RpcUnavailable } from "@merit/core/ledger/chain/errors.ts";
import { answer } from "@merit/core/ledger/chain/rpc.ts";
import { MOST_CONTRACTS } from "@merit/core/ledger/indexer-contracts/service.ts";
import type { rpc } from "@stellar/stellar-sdk";

/** An event as the node sends it; topics and value are base64 XDR. */
export interface RawEvent {
  id: string;
  contractId: string;
  ledger: number;
  /** RFC 3339. */
  ledgerClosedAt: string;
  txHash: string;
  topics: string[];
  value: string;
  /** True for an event of the host instead of the contract. */
  isSystem?: boolean;
}

export interface EventPage {
  events: RawEvent[];
  /** Start of the next page; it moves on even when the page is empty. */
  cursor: string;
  latestLedger: number;
  oldestLedger: number;
}

/** Ledgers that the node can still tell about, both ends included. */
export interface Window {
  oldest: number;
  latest: number;
}

export interface Ledger {
  /** Of its header, hex. */
  hash: string;
  closedAt: Date;
}

export type StartAt = { cursor: string } | { startLedger: number };

/**
 * The node's view of the ledger, behind an interface of what the indexer needs, since `getEvents` will get a successor.
 * Every method throws RpcUnavailable when the node doesn't answer.
 */
export interface EventSource {
  window(): Promise<Window>;
  /** @throws OutOfWindow when the start is older than the node's oldest ledger or newer than its latest. */
  page(start: StartAt, limit: number): Promise<EventPage>;
  /** Undefined when the node doesn't have that ledger. */
  ledger(sequence: number): Promise<Ledger | undefined>;
  /** The present code of the contracts, as `readCodes` of core/src/ledger/chain/code.ts returns it. */
  codes(): Promise<Map<string, string>>;
  /** The host's events of the contracts from a ledger on. @throws OutOfWindow */
  changes(from: number): Promise<RawEvent[]>;
  /** Code by its hash; undefined when the node doesn't have it. */
  wasm(hash: string): Promise<Uint8Array | undefined>;
}

export class OutOfWindow extends Error {
  override name = "OutOfWindow";
}

/** Most contract ids in one filter of getEvents. */
const IDS_PER_FILTER = 5;

/** Nodes take a list, which the SDK's type doesn't know. */
const CONTRACT_AND_SYSTEM = "contract,system" as rpc.Api.EventType;

const CHANGES_PER_PAGE = 1_000;

export function rpcSource(server: rpc.Server, contractIds: string[]): EventSource {
  const ofBoth = contractFilters(contractIds, CONTRACT_AND_SYSTEM);
  const ofSystem = contractFilters(contractIds, "system");
  const read = async (start: StartAt, limit: number, filters: rpc.Api.EventFilter[]): Promise<EventPage> => {
    const { events, cursor, latestLedger, oldestLedger } = await inWindow(
      answer("getEvents", server._getEvents({ ...start, filters, limit })),
    );
    return { events: (events ?? []).map(rawEvent), cursor, latestLedger, oldestLedger };
  };
  return {
    async window() {
      const health = await answer("getHealth", server.getHealth());
      return { oldest: health.oldestLedger, latest: health.latestLedger };
    },
    page: (start, limit) => read(start, limit, ofBoth),
    codes: () => readCodes(server, contractIds),
    wasm: (hash) => readWasm(server, hash),
    async changes(from) {
      const found: RawEvent[] = [];
      let start: StartAt = { startLedger: from };
      for (;;) {
        const page: EventPage = await read(start, CHANGES_PER_PAGE, ofSystem);
        found.push(...page.events);
        if (page.events.length < CHANGES_PER_PAGE && cursorLedger(page.cursor) >= page.latestLedger) return found;
        start = { cursor: page.cursor };
      }
    },
    async ledger(sequence) {
      const request = { startLedger: sequence, pagination: { limit: 1 } };
      const ledgers = await inWindow(answer("getLedgers", server._getLedgers(request))).catch((error) => {
        if (error instanceof OutOfWindow) return { ledgers: [] };
        throw error;
      });
      const found = ledgers.ledgers.find((ledger) => ledger.sequence === sequence);
      return found && { hash: found.hash, closedAt: new Date(Number(found.ledgerCloseTime) * 1000) };
    },
  };
}

/** A node's refusal reads "startLedger must be within the ledger range: a - b", whatever the method. */
async function inWindow<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof RpcUnavailable && /ledger range/.test(error.message)) throw new OutOfWindow(error.message);
    throw error;
  }
}

function contractFilters(contractIds: string[], type: rpc.Api.EventType): rpc.Api.EventFilter[] {
  if (contractIds.length > MOST_CONTRACTS) {
    throw new RangeError(`one getEvents call follows at most ${MOST_CONTRACTS} contracts`);
  }
  const filters: rpc.Api.EventFilter[] = [];
  for (let start = 0; start < contractIds.length; start += IDS_PER_FILTER) {
    filters.push({ type, contractIds: contractIds.slice(start, start + IDS_PER_FILTER) });
  }
  return filters;
}

/** Last ledger that the page completes: a full page may end in the middle of its last event's ledger. */
export function reached(page: EventPage, full: boolean): number {
  const last = page.events.at(-1);
  if (full && last) return last.ledger - 1;
  return Math.min(cursorLedger(page.cursor), page.latestLedger);
}

/** Last ledger that a cursor reaches into: the upper 32 bits of its 64-bit position. */
export function cursorLedger(cursor: string): number {
  const [position] = cursor.split("-");
  if (position === undefined || !/^\d+$/.test(position)) throw new TypeError(`not an event cursor: ${cursor}`);
  return Number(BigInt(position) >> 32n);
}

function rawEvent(event: rpc.Api.RawEventResponse): RawEvent {
  const { type, id, contractId, ledger, ledgerClosedAt, txHash, topic, value } = event;
  const raw = { id, contractId, ledger, ledgerClosedAt, txHash, topics: topic ?? [], value };
  return type === "system" ? { ...raw, isSystem: true } : raw;
}
