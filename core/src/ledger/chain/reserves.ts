import type { rpc } from "@stellar/stellar-sdk";
import { accountKey, accountOf, BASE_RESERVE } from "./accounts.ts";
import { keyOf, readEntries } from "./rpc.ts";
import { lineKey, type RewardAsset } from "./trustlines.ts";

/** Reserves that a sponsor keeps for a wallet. */
export interface KeptReserves {
  /** True if it keeps that of the account itself, and of its trustline to the reward asset. */
  account: boolean;
  trustline: boolean;
  /** Sum of them, stroops of XLM. */
  amount: bigint;
  /** Stroops of XLM that the wallet could spend, as `AccountFacts` says. */
  spendable: bigint;
}

/** Reserves of a new account. */
export const ACCOUNT_RESERVE = 2n * BASE_RESERVE;

/** Wallets (G...) for which `sponsor` keeps any; the ledger itself says so. @throws RpcUnavailable */
export async function readReserves(
  server: rpc.Server,
  asset: RewardAsset,
  sponsor: string,
  wallets: readonly string[],
): Promise<Map<string, KeptReserves>> {
  if (wallets.length === 0) return new Map();
  const { entries, sponsors } = await readEntries(
    server,
    wallets.flatMap((wallet) => [accountKey(wallet), lineKey(asset, wallet)]),
  );
  const kept = wallets.flatMap((wallet): [string, KeptReserves][] => {
    const key = keyOf(accountKey(wallet));
    const facts = accountOf(entries.get(key), wallet);
    const account = sponsors.get(key) === sponsor;
    const trustline = sponsors.get(keyOf(lineKey(asset, wallet))) === sponsor;
    if (!facts || !(account || trustline)) return [];
    const amount = (account ? ACCOUNT_RESERVE : 0n) + (trustline ? BASE_RESERVE : 0n);
    return [[wallet, { account, trustline, amount, spendable: facts.spendable }]];
  });
  return new Map(kept);
}
