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
}

export interface EventPage {
  events: RawEvent[];
  /** Where the next page starts; it moves on even when the page is empty. */
  cursor: string;
  latestLedger: number;
  oldestLedger: number;
}

/** Ledgers that the node can still tell about, both ends included. */
export interface Window {
  oldest: number;
  latest: number;
}

export type StartAt = { cursor: string } | { startLedger: number };

/** The node's view of the ledger, behind what the indexer needs of it: `getEvents` has a successor in the making. */
export interface EventSource {
  window(): Promise<Window>;
  /** @throws OutOfWindow when the start is older than the node's oldest ledger or newer than its latest. */
  page(start: StartAt, limit: number): Promise<EventPage>;
  /** Header hash of a ledger, hex; undefined when the node doesn't have that ledger. */
  ledgerHash(sequence: number): Promise<string | undefined>;
}

export class OutOfWindow extends Error {
  override name = "OutOfWindow";
}

// Limits of getEvents.
const IDS_PER_FILTER = 5;
const FILTERS_PER_CALL = 5;

export function rpcSource(server: rpc.Server, contractIds: string[]): EventSource {
  const filters = contractFilters(contractIds);
  return {
    async window() {
      const health = await server.getHealth();
      return { oldest: health.oldestLedger, latest: health.latestLedger };
    },
    async page(start, limit) {
      try {
        const answer = await server._getEvents({ ...start, filters, limit });
        const { cursor, latestLedger, oldestLedger } = answer;
        return { events: (answer.events ?? []).map(rawEvent), cursor, latestLedger, oldestLedger };
      } catch (error) {
        throw rpcError(error, "getEvents");
      }
    },
    async ledgerHash(sequence) {
      try {
        const answer = await server._getLedgers({ startLedger: sequence, pagination: { limit: 1 } });
        return answer.ledgers.find((ledger) => ledger.sequence === sequence)?.hash;
      } catch (error) {
        const failure = rpcError(error, "getLedgers");
        if (failure instanceof OutOfWindow) return undefined;
        throw failure;
      }
    },
  };
}

export function contractFilters(contractIds: string[]): rpc.Api.EventFilter[] {
  const most = IDS_PER_FILTER * FILTERS_PER_CALL;
  if (contractIds.length > most) throw new RangeError(`one getEvents call follows at most ${most} contracts`);
  const filters: rpc.Api.EventFilter[] = [];
  for (let start = 0; start < contractIds.length; start += IDS_PER_FILTER) {
    filters.push({ type: "contract", contractIds: contractIds.slice(start, start + IDS_PER_FILTER) });
  }
  return filters;
}

/** Last ledger that a cursor reaches into: the upper 32 bits of its 64-bit position. */
export function cursorLedger(cursor: string): number {
  const [position] = cursor.split("-");
  if (position === undefined || !/^\d+$/.test(position)) throw new TypeError(`not an event cursor: ${cursor}`);
  return Number(BigInt(position) >> 32n);
}

function rawEvent(event: rpc.Api.RawEventResponse): RawEvent {
  const { id, contractId, ledger, ledgerClosedAt, txHash, topic, value } = event;
  return { id, contractId, ledger, ledgerClosedAt, txHash, topics: topic ?? [], value };
}

/** The SDK throws a JSON-RPC error as a plain object; errors that people read must be Errors. */
function rpcError(error: unknown, method: string): Error {
  if (error instanceof Error) return error;
  const { code, message } = error as { code?: number; message?: string };
  const text = `${method}: ${message ?? "unknown error"} (${code ?? "no code"})`;
  // The node's wording: "startLedger must be within the ledger range: a - b" (-32600).
  return /ledger range/.test(message ?? "") ? new OutOfWindow(text) : new Error(text);
}
