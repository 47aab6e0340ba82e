import { type Json, toJson } from "@merit/core/chain/json.ts";
import { type contract, scValToNative, xdr } from "@stellar/stellar-sdk";
import { presentForm } from "./earlier-forms.ts";
import { rewardPayments } from "./reward.ts";
import { parseAssetEvent } from "./sac.ts";
import type { RawEvent } from "./source.ts";
import { specEvents } from "./spec-events.ts";

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

/** Decoder that never drops an event: one that no spec explains (for example after an upgrade) keeps its topics, value and XDR. */
export function decoder(contracts: Followed[]): Decode {
  const parsers = new Map(contracts.map((followed) => [followed.id, { name: followed.name, parse: parser(followed) }]));
  return (event) => {
    const known = parsers.get(event.contractId);
    const contract = known?.name ?? "unknown";
    const parsed = parseXdr(event);
    if (parsed === undefined) return { contract, type: "unknown", data: rawData(event) };
    const type = eventType(parsed.topics);
    return { contract, type, data: known?.parse(type, parsed) ?? genericData(event, parsed) };
  };
}

interface Parsed {
  topics: xdr.ScVal[];
  value: xdr.ScVal;
}

/** @returns undefined for an event that has none of the contract's shapes */
type Parse = (type: string, parsed: Parsed) => Json | undefined;

function parser({ name, spec }: Followed): Parse {
  const bySpec = spec && specEvents(spec);
  return (type, event) => {
    const { topics, value } = presentForm(name, type, event);
    try {
      const fields = bySpec ? bySpec(topics, value) : parseAssetEvent(type, topics, value);
      if (fields === undefined) return undefined;
      const data = toJson(fields) as { [key: string]: Json };
      return name === "campaign" && type === "reward" ? { ...data, ...rewardPayments(data) } : data;
    } catch {
      return undefined;
    }
  };
}

function parseXdr(event: RawEvent): Parsed | undefined {
  try {
    return { topics: event.topics.map(parseScVal), value: parseScVal(event.value) };
  } catch {
    return undefined;
  }
}

const parseScVal = (base64: string) => xdr.ScVal.fromXdr(base64, "base64");

function eventType([first]: xdr.ScVal[]): string {
  if (first?.type !== "scvSymbol" && first?.type !== "scvString") return "unknown";
  const text = scValToNative(first);
  // Text that is no UTF-8 arrives as bytes.
  return typeof text === "string" ? text : "unknown";
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
