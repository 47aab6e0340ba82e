import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useConfig } from "../config.ts";
import { LEDGER, rpcOptions, rpcUrl } from "./rpc.ts";

/** An account of the local ledger whose key the page has. */
export interface KeyedAccount {
  name: string;
  address: string;
  secret: string;
}

// Accounts that were made in this page. They live as long as it does: keys don't go into the browser's storage.
let made: readonly KeyedAccount[] = [];
const listeners = new Set<() => void>();

export function addAccount(address: string, secret: string): void {
  made = [...made, { name: `Account ${made.length + 1}`, address, secret }];
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

interface Demo {
  wallet_address: string | null;
  wallet_secret: string | null;
  api_key: string | null;
}

/** The demo's keys; null where the service doesn't tell them: on other networks, and to other machines. */
export const useDemo = () =>
  useQuery({
    queryKey: ["demo"],
    queryFn: async (): Promise<Demo | null> => {
      const reply = await fetch("/app/demo");
      return reply.ok ? reply.json() : null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Accounts that can sign in this page without a wallet. */
export function useKeyedAccounts(): readonly KeyedAccount[] {
  const own = useSyncExternalStore(subscribe, () => made);
  const { data } = useDemo();
  if (!data?.wallet_address || !data.wallet_secret) return own;
  return [{ name: "Demo wallet", address: data.wallet_address, secret: data.wallet_secret }, ...own];
}

export interface Balances {
  /** Stroops of XLM; null: the ledger has no such account. */
  xlm: bigint | null;
  /** Stroops of the reward asset; null: no trustline. */
  rewards: bigint | null;
}

/** Balances of accounts, by address, from their ledger entries. */
export function useBalances(addresses: readonly string[]) {
  const { asset } = useConfig();
  return useQuery({
    queryKey: [LEDGER, "balances", addresses],
    queryFn: async (): Promise<Map<string, Balances>> => {
      const { Asset, Keypair, rpc, StrKey, xdr } = await import("@stellar/stellar-sdk");
      const server = new rpc.Server(rpcUrl, rpcOptions);
      const line = new Asset(asset.code, asset.issuer).toTrustLineXdrObject();
      const keys = addresses.flatMap((address) => {
        const accountId = Keypair.fromPublicKey(address).xdrAccountId();
        return [
          xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId })),
          xdr.LedgerKey.trustline(new xdr.LedgerKeyTrustLine({ accountId, asset: line })),
        ];
      });
      const held = new Map(addresses.map((address): [string, Balances] => [address, { xlm: null, rewards: null }]));
      const { entries } = await server.getLedgerEntries(...keys);
      for (const { val } of entries) {
        if (val.type !== "account" && val.type !== "trustline") continue;
        const { accountId, balance } = val.type === "account" ? val.account : val.trustLine;
        const account = held.get(StrKey.encodeEd25519PublicKey(accountId.value.toBytes()));
        if (account) account[val.type === "account" ? "xlm" : "rewards"] = BigInt(balance);
      }
      return held;
    },
  });
}
