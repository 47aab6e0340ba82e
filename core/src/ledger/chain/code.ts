import { Address, type rpc, xdr } from "@stellar/stellar-sdk";
import { keyOf, readEntries, readEntry } from "./rpc.ts";

/** Stands in place of a hash for the code of a classic asset's contract, which is part of the host. */
export const ASSET_CODE = "asset";
/** Stands in place of a hash for a contract that takes its code from a reference, which is not followed. */
export const REFERENCE_CODE = "reference";

export const instanceKey = (contractId: string) =>
  xdr.LedgerKey.contractData(
    new xdr.LedgerKeyContractData({
      contract: Address.fromString(contractId).toScAddress(),
      key: xdr.ScVal.scvLedgerKeyContractInstance(),
      durability: xdr.ContractDataDurability.persistent,
    }),
  );

/**
 * The code that each contract runs: the hash of its wasm (hex), ASSET_CODE or REFERENCE_CODE. Without those that are not on the
 * ledger. @throws RpcUnavailable
 */
export async function readCodes(server: rpc.Server, ids: readonly string[]): Promise<Map<string, string>> {
  const keys = ids.map((id) => [id, instanceKey(id)] as const);
  const { entries } = await readEntries(
    server,
    keys.map(([, key]) => key),
  );
  return new Map(
    keys.flatMap(([id, key]) => {
      const entry = entries.get(keyOf(key));
      if (entry?.type !== "contractData" || entry.contractData.val.type !== "scvContractInstance") return [];
      return [[id, codeOf(entry.contractData.val.instance.executable)]];
    }),
  );
}

function codeOf(executable: xdr.ContractExecutable): string {
  if (executable.type === "contractExecutableStellarAsset") return ASSET_CODE;
  return executable.type === "contractExecutableWasm" ? executable.wasmHash.toXdr("hex") : REFERENCE_CODE;
}

/** The wasm with this hash (hex); undefined if the node doesn't have it. @throws RpcUnavailable */
export async function readWasm(server: rpc.Server, hash: string): Promise<Uint8Array | undefined> {
  const key = xdr.LedgerKey.contractCode(new xdr.LedgerKeyContractCode({ hash: Buffer.from(hash, "hex") }));
  const entry = await readEntry(server, key);
  return entry?.type === "contractCode" ? entry.contractCode.code : undefined;
}
