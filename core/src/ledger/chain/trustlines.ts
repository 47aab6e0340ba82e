import { Address, Asset, Keypair, type rpc, StrKey, scValToNative, xdr } from "@stellar/stellar-sdk";
import { accountKey } from "./accounts.ts";
import { keyOf, readEntries, requireLedger } from "./rpc.ts";

/** Can a wallet take the reward asset? Amounts in stroops. */
export interface Trustline {
  exists: boolean;
  /** False: there is no trustline because the account itself isn't on the ledger. */
  hasAccount?: false;
  authorized: boolean;
  limit: bigint;
  balance: bigint;
}

export interface RewardAsset {
  code: string;
  issuer: string;
  contract_id: string;
}

/** TrustLineFlags.AUTHORIZED_FLAG */
const AUTHORIZED = 1;

const I64_MAX = (1n << 63n) - 1n;

const missing: Trustline = { exists: false, authorized: false, limit: 0n, balance: 0n };
/** A contract wallet needs no trustline; it has no entry before its first balance. */
const emptyContract: Trustline = { exists: true, authorized: true, limit: I64_MAX, balance: 0n };

/** Trustlines of any number of wallets (G... or C...), 200 per request, as of `atLedger` or later. @throws RpcUnavailable */
export async function readTrustlines(
  server: rpc.Server,
  asset: RewardAsset,
  wallets: readonly string[],
  atLedger = 0,
): Promise<Map<string, Trustline>> {
  const unique = [...new Set(wallets)];
  if (unique.length === 0) return new Map();
  const keys = unique.map((wallet) =>
    StrKey.isValidContract(wallet) ? balanceKey(asset, wallet) : lineKey(asset, wallet),
  );
  const { entries, latestLedger } = await readEntries(server, keys);
  requireLedger("getLedgerEntries", latestLedger, atLedger);
  const lines = new Map(
    unique.map((wallet, index) => {
      const key = keys[index] as xdr.LedgerKey;
      const entry = entries.get(keyOf(key));
      return [wallet, StrKey.isValidContract(wallet) ? contractBalance(entry) : accountLine(entry)];
    }),
  );
  // Few lines are missing, so only their accounts are read.
  const without = [...lines].filter(([, { exists }]) => !exists).map(([wallet]) => wallet);
  for (const wallet of await withoutAccount(server, without)) lines.set(wallet, { ...missing, hasAccount: false });
  return lines;
}

async function withoutAccount(server: rpc.Server, wallets: readonly string[]): Promise<string[]> {
  if (wallets.length === 0) return [];
  const keys = wallets.map(accountKey);
  const { entries } = await readEntries(server, keys);
  return wallets.filter((_, index) => !entries.has(keyOf(keys[index] as xdr.LedgerKey)));
}

export function lineKey(asset: RewardAsset, wallet: string): xdr.LedgerKey {
  return xdr.LedgerKey.trustline(
    new xdr.LedgerKeyTrustLine({
      accountId: Keypair.fromPublicKey(wallet).xdrAccountId(),
      asset: new Asset(asset.code, asset.issuer).toTrustLineXdrObject(),
    }),
  );
}

function balanceKey(asset: RewardAsset, wallet: string): xdr.LedgerKey {
  return xdr.LedgerKey.contractData(
    new xdr.LedgerKeyContractData({
      contract: Address.fromString(asset.contract_id).toScAddress(),
      key: xdr.ScVal.scvVec([xdr.ScVal.scvSymbol("Balance"), Address.fromString(wallet).toScVal()]),
      durability: xdr.ContractDataDurability.persistent,
    }),
  );
}

function accountLine(entry: xdr.LedgerEntryData | undefined): Trustline {
  if (entry?.type !== "trustline") return missing;
  const { flags, limit, balance } = entry.trustLine;
  return { exists: true, authorized: (flags & AUTHORIZED) !== 0, limit, balance };
}

function contractBalance(entry: xdr.LedgerEntryData | undefined): Trustline {
  if (entry?.type !== "contractData") return emptyContract;
  const { amount, authorized } = scValToNative(entry.contractData.val) as { amount: bigint; authorized: boolean };
  return { ...emptyContract, authorized, balance: amount };
}
