import { ASSET_CODE, REFERENCE_CODE } from "@merit/core/ledger/chain/code.ts";
import { scValToNative, xdr } from "@stellar/stellar-sdk";
import type { RawEvent } from "./source.ts";

/** A contract's code was replaced. */
export interface CodeChange {
  contractId: string;
  /** Id of the event that reports it. */
  id: string;
  before: string;
  after: string;
}

/** Type of the host's event. A contract can't emit system events, but it can emit one of its own with this name. */
const CODE_CHANGE = "executable_update";

/** @returns undefined for any other event */
export function codeChange({ id, contractId, isSystem, topics }: RawEvent): CodeChange | undefined {
  if (!isSystem) return undefined;
  const codes = codesIn(topics.map((topic) => xdr.ScVal.fromXdr(topic, "base64")));
  return codes && { contractId, id, ...codes };
}

/** @returns undefined for topics that are not a change's */
export function codesIn([name, old, next]: xdr.ScVal[]): { before: string; after: string } | undefined {
  if (name?.type !== "scvSymbol" || name.value.toString() !== CODE_CHANGE) return undefined;
  const [before, after] = [executable(old), executable(next)];
  return before && after ? { before, after } : undefined;
}

/** The host writes an executable as a list: its kind, and a wasm's hash. */
function executable(value: xdr.ScVal | undefined): string | undefined {
  const [kind, hash] = value?.type === "scvVec" ? (value.value ?? []) : [];
  if (kind?.type !== "scvSymbol") return undefined;
  if (kind.value.toString() === "StellarAsset") return ASSET_CODE;
  if (kind.value.toString() !== "Wasm" || hash?.type !== "scvBytes") return REFERENCE_CODE;
  return Buffer.from(scValToNative(hash)).toString("hex");
}
