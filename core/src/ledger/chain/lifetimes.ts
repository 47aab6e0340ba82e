import { type rpc, xdr } from "@stellar/stellar-sdk";
import { instanceKey } from "./code.ts";
import { answer } from "./rpc.ts";

/** How long the ledger keeps a contract as it is: entries that nobody pays rent for are archived. */
export interface Lifetime {
  /** Keys of its instance and its code. */
  keys: xdr.LedgerKey[];
  /** Ledgers until the first of them is archived; 0: one is. */
  left: number;
}

/** Lifetimes of these contracts, in their order; at most 200. @throws RpcUnavailable */
export async function readLifetimes(server: rpc.Server, ids: readonly string[]): Promise<Lifetime[]> {
  const instances = ids.map(instanceKey);
  const read = await readLeft(server, instances);
  const codes = instances.map((key) => codeKeyOf(read.get(keyText(key))?.data));
  const known = new Map(codes.flatMap((key) => (key ? [[keyText(key), key] as const] : [])));
  const left = known.size === 0 ? new Map<string, Found>() : await readLeft(server, [...known.values()]);
  return instances.map((key, index) => {
    const code = codes[index];
    const own = read.get(keyText(key))?.left ?? 0;
    if (!code) return { keys: [key], left: own };
    return { keys: [key, code], left: Math.min(own, left.get(keyText(code))?.left ?? 0) };
  });
}

interface Found {
  data: xdr.LedgerEntryData;
  left: number;
}

const keyText = (key: xdr.LedgerKey) => key.toXdr("base64");

async function readLeft(server: rpc.Server, keys: xdr.LedgerKey[]): Promise<Map<string, Found>> {
  const { entries, latestLedger } = await answer("getLedgerEntries", server._getLedgerEntries(...keys));
  return new Map(
    (entries ?? []).map(({ key, xdr: data, liveUntilLedgerSeq }) => [
      key,
      {
        data: xdr.LedgerEntryData.fromXdr(data, "base64"),
        left: Math.max(0, (liveUntilLedgerSeq ?? 0) - latestLedger),
      },
    ]),
  );
}

/** The code of a classic asset's contract is part of the host. */
function codeKeyOf(entry: xdr.LedgerEntryData | undefined): xdr.LedgerKey | undefined {
  if (entry?.type !== "contractData" || entry.contractData.val.type !== "scvContractInstance") return undefined;
  const { executable } = entry.contractData.val.instance;
  if (executable.type !== "contractExecutableWasm") return undefined;
  return xdr.LedgerKey.contractCode(new xdr.LedgerKeyContractCode({ hash: executable.wasmHash }));
}
