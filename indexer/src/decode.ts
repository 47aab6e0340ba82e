import { type contract, scValToNative, type xdr } from "@stellar/stellar-sdk";
import { type Json, parseScVal, toJson } from "./json.ts";
import { rewardPayments } from "./reward.ts";
import { parseAssetEvent } from "./sac.ts";
import type { RawEvent } from "./source.ts";

/** A contract whose events are followed; without a spec it is the reward asset's own contract. */
export interface Followed {
  id: string;
  /** Name in the manifest, such as `campaign`; `asset` for the reward asset. */
  name: string;
  spec?: contract.Spec;
}

export interface DecodedEvent {
  contract: string;
  /** First topic, such as `reward`; `unknown` when it is no text. */
  type: string;
  data: Json;
}

export type Decode = (event: RawEvent) => DecodedEvent;

/** Decoder that never drops an event: what no spec explains (say, after an upgrade) keeps its topics, value and XDR. */
export function decoder(contracts: Followed[]): Decode {
  const byId = new Map(contracts.map((followed) => [followed.id, followed]));
  return (event) => {
    const followed = byId.get(event.contractId);
    const name = followed?.name ?? "unknown";
    const parsed = parseXdr(event);
    if (parsed === undefined) return { contract: name, type: "unknown", data: rawData(event) };
    const type = eventType(parsed.topics);
    const data = (followed && knownData(followed, type, parsed)) ?? genericData(event, parsed);
    return { contract: name, type, data };
  };
}

interface Parsed {
  topics: xdr.ScVal[];
  value: xdr.ScVal;
}

function parseXdr(event: RawEvent): Parsed | undefined {
  try {
    return { topics: event.topics.map(parseScVal), value: parseScVal(event.value) };
  } catch {
    return undefined;
  }
}

function eventType(topics: xdr.ScVal[]): string {
  const first = topics[0];
  if (first?.type !== "scvSymbol" && first?.type !== "scvString") return "unknown";
  return first.value.toString();
}

function knownData(followed: Followed, type: string, { topics, value }: Parsed): Json | undefined {
  try {
    const fields = followed.spec ? followed.spec.parseEvent(topics, value)?.data : parseAssetEvent(type, topics, value);
    if (fields === undefined) return undefined;
    const data = toJson(fields) as { [key: string]: Json };
    if (followed.name !== "campaign" || type !== "reward") return data;
    const payments = rewardPayments(data);
    return payments ? { ...data, payments } : data;
  } catch {
    return undefined;
  }
}

function genericData(event: RawEvent, { topics, value }: Parsed): Json {
  try {
    return {
      topics: topics.map((topic) => toJson(scValToNative(topic))),
      value: toJson(scValToNative(value)),
      ...rawData(event),
    };
  } catch {
    return rawData(event);
  }
}

function rawData(event: RawEvent): { [key: string]: Json } {
  return { topics_xdr: event.topics, value_xdr: event.value };
}
