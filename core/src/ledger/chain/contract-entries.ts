import type { rpc, xdr } from "@stellar/stellar-sdk";
import { entryKey } from "./batches.ts";
import { keyOf, readEntries } from "./rpc.ts";

/** Persistent entries of a contract by their keys, 200 per request; undefined: the node doesn't have it. @throws RpcUnavailable */
export async function readContractEntries(
  server: rpc.Server,
  contract: string,
  names: readonly xdr.ScVal[][],
): Promise<(xdr.ScVal | undefined)[]> {
  if (names.length === 0) return [];
  const keys = names.map((name) => entryKey(contract, name, "persistent"));
  const { entries } = await readEntries(server, keys);
  return keys.map((key) => {
    const entry = entries.get(keyOf(key));
    return entry?.type === "contractData" ? entry.contractData.val : undefined;
  });
}
