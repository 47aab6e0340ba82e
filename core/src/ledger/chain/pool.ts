import { Address, type rpc, scValToNative, xdr } from "@stellar/stellar-sdk";
import { entryKey } from "./batches.ts";
import { keyOf, readEntries } from "./rpc.ts";

export interface PoolRequest {
  /** Ids. */
  merchants?: readonly number[];
  /** Reserves of campaigns or drops, by the contract that set them aside and its id. */
  reserves?: readonly { contract: string; id: number }[];
}

/** Stroops that the pool holds and owes (contracts/pool/src/storage.rs). */
export interface PoolFunds {
  /** Balance of the pool according to the asset's contract. */
  held: bigint;
  /** Free balances by merchant; none for one that never had any, or whose entry was archived. */
  balances: Map<number, bigint>;
  /** Sum of what is left of the reserves. */
  reserved: bigint;
  /** Oldest ledger of the answer; the only one where at most 199 entries were asked for. */
  ledger: number;
}

/** @throws RpcUnavailable */
export async function readPool(
  server: rpc.Server,
  { pool, asset }: { pool: string; asset: string },
  { merchants = [], reserves = [] }: PoolRequest,
): Promise<PoolFunds> {
  const [name, u64] = [xdr.ScVal.scvSymbol, (id: number) => xdr.ScVal.scvU64(BigInt(id))];
  const address = (text: string) => Address.fromString(text).toScVal();
  const poolKey = (kind: string, ...rest: xdr.ScVal[]) =>
    entryKey(pool, [name(kind), address(asset), ...rest], "persistent");
  const held = entryKey(asset, [name("Balance"), address(pool)], "persistent");
  const balances = merchants.map((id) => poolKey("Balance", u64(id)));
  const reserved = reserves.flatMap(({ contract, id }) => [
    poolKey("ContractReserve", address(contract), u64(id)),
    // The key of a campaign that has not paid since release 0.1.0.
    poolKey("Reserve", u64(id)),
  ]);
  const { entries, latestLedger } = await readEntries(server, [held, ...balances, ...reserved]);
  const dataOf = (key: xdr.LedgerKey) => {
    const entry = entries.get(keyOf(key));
    return entry?.type === "contractData" ? scValToNative(entry.contractData.val) : undefined;
  };
  const found = new Map<number, bigint>();
  for (const [index, merchant] of merchants.entries()) {
    const balance = dataOf(balances[index] as xdr.LedgerKey);
    if (balance !== undefined) found.set(merchant, balance);
  }
  let sum = 0n;
  for (const [index, { contract }] of reserves.entries()) {
    const own = dataOf(reserved[2 * index] as xdr.LedgerKey);
    const first = dataOf(reserved[2 * index + 1] as xdr.LedgerKey);
    sum += own?.amount ?? (first?.contract === contract ? first.amount : 0n);
  }
  return { held: dataOf(held)?.amount ?? 0n, balances: found, reserved: sum, ledger: latestLedger };
}
