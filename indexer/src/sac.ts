import type { AssetEventType } from "@merit/core/ledger/contract-events/names.ts";
import type { xdr } from "@stellar/stellar-sdk";
import { scValToNative } from "@stellar/stellar-sdk";

/**
 * Events of a Stellar Asset Contract (CAP-46-6 with CAP-67): it is part of the host and has no spec of its own.
 * Each lists the topics after the name; the last one is the asset, "CODE:ISSUER".
 */
const topicNames: Record<AssetEventType, string[]> = {
  transfer: ["from", "to", "asset"],
  mint: ["to", "asset"],
  burn: ["from", "asset"],
  clawback: ["from", "asset"],
  approve: ["from", "spender", "asset"],
  set_authorized: ["id", "asset"],
  set_admin: ["admin", "asset"],
};

const dataNames: Record<string, string> = {
  set_authorized: "authorized",
  set_admin: "new_admin",
};

/** @returns undefined when the event has none of the asset contract's shapes. */
export function parseAssetEvent(
  type: string,
  topics: xdr.ScVal[],
  value: xdr.ScVal,
): Record<string, unknown> | undefined {
  const names = topicNames[type as AssetEventType] as string[] | undefined;
  if (names === undefined || topics.length !== names.length + 1) return undefined;
  const fields: Record<string, unknown> = {};
  for (const [index, name] of names.entries()) {
    const topic = topics[index + 1];
    if (topic === undefined) return undefined;
    fields[name] = nativeOf(topic);
  }
  const data = assetData(type, value);
  return data && { ...fields, ...data };
}

function assetData(type: string, value: xdr.ScVal): Record<string, unknown> | undefined {
  const native = scValToNative(value);
  if (type === "approve") {
    if (!Array.isArray(native) || native.length !== 2) return undefined;
    return { amount: native[0], live_until_ledger: native[1] };
  }
  const name = dataNames[type];
  if (name !== undefined) return { [name]: native };
  if (typeof native === "bigint") return { amount: native };
  // A payment to a muxed address carries its id beside the amount.
  if (typeof native === "object" && native !== null && typeof native.amount === "bigint") {
    return { amount: native.amount, to_muxed_id: native.to_muxed_id ?? null };
  }
  return undefined;
}

/** A topic's value. Those of other events are often the same ones, and an address takes long to encode. */
function nativeOf(topic: xdr.ScVal): unknown {
  if (!natives.has(topic)) natives.set(topic, scValToNative(topic));
  return natives.get(topic);
}
const natives = new WeakMap<xdr.ScVal, unknown>();
