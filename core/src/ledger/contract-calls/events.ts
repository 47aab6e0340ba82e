import { type rpc, scValToNative, type xdr } from "@stellar/stellar-sdk";
import type { Chain } from "../chain/chain.ts";
import type { AnyContract } from "../chain/contracts.ts";
import { type Json, toJson } from "../chain/json.ts";
import { answer } from "../chain/rpc.ts";

export interface DecodedEvent {
  /** Its name in the contract's spec, or its first topic. */
  type: string;
  data: Json;
}

export interface PastEvent extends DecodedEvent {
  ledger: number;
  txHash: string;
}

const PAGE = 1_000;

/** The last `count` events that the node still has of a contract, oldest first. @throws RpcUnavailable */
export async function lastEvents(
  { rpc: server }: Pick<Chain, "rpc">,
  { id, spec }: AnyContract,
  count: number,
): Promise<PastEvent[]> {
  const common = { filters: [{ type: "contract" as const, contractIds: [id] }], limit: PAGE };
  const { oldestLedger } = await answer("getHealth", server.getHealth());
  const last: PastEvent[] = [];
  let request: rpc.Api.GetEventsRequest = { ...common, startLedger: oldestLedger };
  for (;;) {
    const page: rpc.Api.GetEventsResponse = await answer("getEvents", server.getEvents(request));
    for (const { ledger, txHash, topic, value } of page.events) {
      last.push({ ledger, txHash, ...decodeEvent(topic, value, () => spec.parseEvent(topic, value)) });
    }
    last.splice(0, last.length - count);
    // A node looks at a limited number of ledgers for one answer: few events are no sign of the end.
    if (page.events.length < PAGE && ledgerOf(page.cursor) >= page.latestLedger) return last;
    request = { ...common, cursor: page.cursor };
  }
}

/** An event's id, and so a cursor, begins with the ledger: 32 bits above those of its place there. */
const ledgerOf = (cursor: string) => Number(BigInt(cursor.split("-", 1)[0] ?? "") >> 32n);

/** @param parse by a spec, which after an upgrade may not fit any more */
export function decodeEvent(
  topics: xdr.ScVal[],
  data: xdr.ScVal,
  parse: () => { name: string; data: unknown } | undefined,
): DecodedEvent {
  try {
    const known = parse();
    if (known) return { type: known.name, data: toJson(known.data) };
  } catch {
    // Shown as it is.
  }
  const [type, ...rest] = topics.map((topic) => toJson(scValToNative(topic)));
  return { type: String(type), data: [...rest, toJson(scValToNative(data))] };
}
