import { useSuspenseQuery } from "@tanstack/react-query";
import { queries } from "./queries.ts";

/** What the service says of itself before anybody logs in. */
export interface Config {
  version: string;
  network: "local" | "quickstart" | "testnet" | "mainnet";
  network_passphrase: string;
  asset: { code: string; issuer: string; contract_id: string };
  /** Ids of the deployed contracts by name. */
  contracts: Record<string, string>;
  /** Addresses of the deployment's accounts by role. */
  accounts: Record<string, string>;
  /** The embedded ledger; null on other networks. */
  rpc_url: string | null;
}

async function readConfig(): Promise<Config> {
  const answer = await fetch("/app/config.json");
  if (!answer.ok) throw new Error(`The service answered ${answer.status}. Reload the page in a moment.`);
  return answer.json();
}

export const config = { queryKey: ["config"], queryFn: readConfig, staleTime: Number.POSITIVE_INFINITY };

/** Asks for it before any page of an area is drawn, so that none has to hide again what it shows already. */
export const loadConfig = (): void => void queries.prefetchQuery(config);

export const useConfig = (): Config => useSuspenseQuery(config).data;
