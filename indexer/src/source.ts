import { RpcUnavailable } from "@merit/core/chain/errors.ts";
import { answer } from "@merit/core/chain/rpc.ts";
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

/**
 * The node's view of the ledger, behind an interface of what the indexer needs, since `getEvents` will get a successor.
 * Every method throws RpcUnavailable when the node doesn't answer.
 */
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
      const health = await answer("getHealth", server.getHealth());
      return { oldest: health.oldestLedger, latest: health.latestLedger };
    },
    async page(start, limit) {
      const { events, cursor, latestLedger, oldestLedger } = await inWindow(
        answer("getEvents", server._getEvents({ ...start, filters, limit })),
      );
      return { events: (events ?? []).map(rawEvent), cursor, latestLedger, oldestLedger };
    },
    async ledgerHash(sequence) {
      const request = { startLedger: sequence, pagination: { limit: 1 } };
      const ledgers = await inWindow(answer("getLedgers", server._getLedgers(request))).catch((error) => {
        if (error instanceof OutOfWindow) return { ledgers: [] };
        throw error;
      });
      return ledgers.ledgers.find((ledger) => ledger.sequence === sequence)?.hash;
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
