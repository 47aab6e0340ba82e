import type { NetworkName } from "../../base/settings/settings.ts";

export type Network = NetworkName;

export interface NetworkFacts {
  passphrase: string;
  /** RPC used when no other is set; mainnet has no free public one. */
  rpcUrl: string | undefined;
  /** True if money on it is real: irreversible steps then need an explicit confirmation. */
  public: boolean;
  /** True if new accounts get test money from friendbot. */
  friendbot: boolean;
  /**
   * How many ledgers a transaction may wait. Public networks close every 5 s, quickstart every second; localnet closes
   * one ledger per transaction, so that a busy second there has hundreds.
   */
  ledgerSpan: number;
  /** A ledger closes only when a transaction comes: an expired transaction then never sees its ledger bound. */
  closesOnDemand: boolean;
  /** Seconds from a drop's creation to its opening, at least: time to notice and end one that a thief made. */
  dropDelay: number;
}

export const networks: Record<Network, NetworkFacts> = {
  local: {
    passphrase: "Standalone Network ; February 2017",
    rpcUrl: "http://127.0.0.1:8000/soroban/rpc",
    public: false,
    friendbot: true,
    ledgerSpan: 2_000,
    closesOnDemand: true,
    dropDelay: 0,
  },
  quickstart: {
    passphrase: "Standalone Network ; February 2017",
    rpcUrl: "http://127.0.0.1:8000/soroban/rpc",
    public: false,
    friendbot: true,
    ledgerSpan: 60,
    closesOnDemand: false,
    dropDelay: 86_400,
  },
  testnet: {
    passphrase: "Test SDF Network ; September 2015",
    rpcUrl: "https://soroban-testnet.stellar.org",
    public: true,
    friendbot: true,
    ledgerSpan: 12,
    closesOnDemand: false,
    dropDelay: 86_400,
  },
  mainnet: {
    passphrase: "Public Global Stellar Network ; September 2015",
    rpcUrl: undefined,
    public: true,
    friendbot: false,
    ledgerSpan: 12,
    closesOnDemand: false,
    dropDelay: 86_400,
  },
};
