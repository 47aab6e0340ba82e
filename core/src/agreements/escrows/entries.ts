import type { Escrow } from "@merit/bindings/escrow";
import { xdr } from "@stellar/stellar-sdk";
import type { Chain } from "../../ledger/chain/chain.ts";

/**
 * Escrows by id (hex), as the contract keeps them (contracts/escrow/src/storage.rs); without those that the node has archived.
 * @throws RpcUnavailable
 */
export async function readEscrows(
  { entries, contracts }: Pick<Chain, "entries" | "contracts">,
  ids: readonly string[],
): Promise<Map<string, Escrow>> {
  const values = await entries("escrow", ids.map(nameOf));
  const found = values.map((value, index) => value && ([ids[index], contracts.escrow.decode("get", value)] as const));
  return new Map(found.filter((each) => each !== undefined) as [string, Escrow][]);
}

/** Release 0.2.0 numbered escrows: their ids are the numbers, after 24 zero bytes. */
const nameOf = (id: string): xdr.ScVal[] =>
  id.startsWith("0".repeat(48))
    ? [xdr.ScVal.scvSymbol("Escrow"), xdr.ScVal.scvU64(BigInt(`0x${id}`))]
    : [xdr.ScVal.scvSymbol("EscrowById"), xdr.ScVal.scvBytes(Buffer.from(id, "hex"))];
