import type { Escrow } from "@merit/bindings/escrow";
import { type rpc, xdr } from "@stellar/stellar-sdk";
import { entryKey } from "./batches.ts";
import type { Contracts } from "./contracts.ts";
import { keyOf, readEntries } from "./rpc.ts";

/** Escrows by id (hex), as the contract keeps them (contracts/escrow/src/storage.rs), 200 per request. @throws RpcUnavailable */
export async function readEscrows(
  server: rpc.Server,
  { escrow: contract }: Contracts,
  ids: readonly string[],
): Promise<Map<string, Escrow>> {
  const found = new Map<string, Escrow>();
  if (ids.length === 0) return found;
  const keys = ids.map((id) => entryKey(contract.id, nameOf(id), "persistent"));
  const { entries } = await readEntries(server, keys);
  for (const [index, id] of ids.entries()) {
    const entry = entries.get(keyOf(keys[index] as xdr.LedgerKey));
    if (entry?.type === "contractData") found.set(id, contract.decode("get", entry.contractData.val));
  }
  return found;
}

/** Release 0.2.0 numbered escrows: their ids are the numbers, after 24 zero bytes. */
const nameOf = (id: string): xdr.ScVal[] =>
  id.startsWith("0".repeat(48))
    ? [xdr.ScVal.scvSymbol("Escrow"), xdr.ScVal.scvU64(BigInt(`0x${id}`))]
    : [xdr.ScVal.scvSymbol("EscrowById"), xdr.ScVal.scvBytes(Buffer.from(id, "hex"))];
