import { isStorable } from "@merit/core/base/text.ts";
import { ASSET_CODE } from "@merit/core/ledger/chain/code.ts";
import { type Json, toJson } from "@merit/core/ledger/chain/json.ts";
import { type contract, scValToNative, xdr } from "@stellar/stellar-sdk";
import { codesIn } from "./code-change.ts";
import type { Code, Codes } from "./codes.ts";
import { presentForm } from "./earlier-forms.ts";
import { rewardPayments } from "./reward.ts";
import { parseAssetEvent } from "./sac.ts";
import type { RawEvent } from "./source.ts";
import { specEvents } from "./spec-events.ts";

/** A contract whose events are decoded. */
export interface Followed {
  id: string;
  /** Name in events, such as `campaign`; `asset` for the reward asset. */
  name: string;
  /** Spec of the present code, for the system's own contracts: for events whose code is not known, and for the fields that all have. */
  spec?: contract.Spec;
}

export interface DecodedEvent {
  contract: string;
  /** First topic, such as `reward`; `unknown` when it is no text, or a long one. */
  type: string;
  data: Json;
}

export type Decode = (event: RawEvent) => DecodedEvent;

/**
 * Decoder that never drops an event: one that no spec explains keeps its topics, value and XDR.
 * @param codes which code emitted an event; without it, the present spec decodes all
 */
export function decoder(contracts: Followed[], codes?: Pick<Codes, "at">): Decode {
  const parsers = new Map(contracts.map((followed) => [followed.id, { name: followed.name, parse: parser(followed) }]));
  return (event) => {
    const known = parsers.get(event.contractId);
    const contract = known?.name ?? "unknown";
    const parsed = parseXdr(event);
    if (parsed === undefined) return { contract, type: "unknown", data: rawData(event) };
    const type = eventType(parsed.topics);
    const data = known?.parse(type, parsed, codes?.at(event.contractId, event.id) ?? []);
    return { contract, type, data: data ?? genericData(event, parsed) };
  };
}

interface Parsed {
  topics: xdr.ScVal[];
  value: xdr.ScVal;
}

type Fields = Record<string, unknown>;

/** @returns undefined for an event that has none of the contract's shapes */
type Parse = (type: string, parsed: Parsed, codes: Code[]) => Json | undefined;

function parser({ name, spec }: Followed): Parse {
  const byCode = new Map<string, (type: string, parsed: Parsed) => Fields | undefined>();
  const parserOf = (code: Code) => {
    const known = byCode.get(code.code);
    if (known) return known;
    const bySpec = code.spec && specEvents(code.spec, spec);
    const parse = (type: string, { topics, value }: Parsed) =>
      code.code === ASSET_CODE ? parseAssetEvent(type, topics, value) : bySpec?.(topics, value);
    // A spec that is not known yet may be found later.
    if (bySpec || code.code === ASSET_CODE) byCode.set(code.code, parse);
    return parse;
  };
  const present = spec && specEvents(spec);
  const byPresent = (type: string, event: Parsed) => {
    const { topics, value } = presentForm(name, type, event);
    return present ? present(topics, value) : name === "asset" ? parseAssetEvent(type, topics, value) : undefined;
  };
  return (type, event, codes) => {
    for (const parse of [...codes.map(parserOf), byPresent, parseCodeChange]) {
      const data = jsonOf(() => parse(type, event));
      if (data) return name === "campaign" && type === "reward" ? { ...data, ...rewardPayments(data) } : data;
    }
    return undefined;
  };
}

/** @returns undefined for what the parser doesn't explain, or has no JSON form */
function jsonOf(parse: () => Fields | undefined): { [key: string]: Json } | undefined {
  try {
    const fields = parse();
    return fields && (toJson(fields) as { [key: string]: Json });
  } catch {
    return undefined;
  }
}

function parseCodeChange(_type: string, { topics }: Parsed): Fields | undefined {
  return codesIn(topics);
}

function parseXdr(event: RawEvent): Parsed | undefined {
  try {
    return { topics: event.topics.map(parseTopic), value: parseScVal(event.value) };
  } catch {
    return undefined;
  }
}

const parseScVal = (base64: string) => xdr.ScVal.fromXdr(base64, "base64");

/** Topics that are kept: those of a page's events are few, and repeat. */
const MAX_TOPICS = 10_000;
const parsedTopics = new Map<string, xdr.ScVal>();

function parseTopic(base64: string): xdr.ScVal {
  const known = parsedTopics.get(base64);
  if (known) return known;
  if (parsedTopics.size >= MAX_TOPICS) parsedTopics.clear();
  const topic = parseScVal(base64);
  parsedTopics.set(base64, topic);
  return topic;
}

/** Symbols have 32. PostgreSQL refuses an index's key of some thousands. */
const MAX_TYPE_BYTES = 64;

function eventType([first]: xdr.ScVal[]): string {
  if (first?.type !== "scvSymbol" && first?.type !== "scvString") return "unknown";
  const text = scValToNative(first);
  // Text that is no UTF-8 arrives as bytes.
  const isType = typeof text === "string" && isStorable(text) && Buffer.byteLength(text) <= MAX_TYPE_BYTES;
  return isType ? text : "unknown";
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
