import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { rpc, Transaction, xdr } from "@stellar/stellar-sdk";
import { writeFileAtomically } from "../../base/atomic-file.ts";
import type { Settings } from "../../base/settings/settings.ts";
import { type AccountFacts, readAccount } from "./accounts.ts";
import { type Batches, type MarksRequest, readBatches, readMarks } from "./batches.ts";
import type { ContractName } from "./bindings.ts";
import { type LedgerTime, latestLedger } from "./clock.ts";
import { readCodes } from "./code.ts";
import { readContractEntries } from "./contract-entries.ts";
import { type Contracts, openContracts } from "./contracts.ts";
import { SetupError } from "./errors.ts";
import { type LedgerLimits, readLedgerLimits } from "./ledger-limits.ts";
import { type Lifetime, readLifetimes } from "./lifetimes.ts";
import { contractIds, type Manifest, readManifest } from "./manifest.ts";
import { type Network, networks } from "./networks.ts";
import { type PoolFunds, type PoolRequest, readPool } from "./pool.ts";
import { type KeptReserves, readReserves } from "./reserves.ts";
import { openRpc, type RpcObserver } from "./rpc.ts";
import { readAccountSigners, type Signers } from "./signers.ts";
import { type Simulation, simulate } from "./transaction.ts";
import { readTrustlines, type Trustline } from "./trustlines.ts";

/** Read access to the ledger: what API, worker and indexer share. Keys are not part of it. */
export interface Chain {
  network: Network;
  passphrase: string;
  manifest: Manifest;
  rpc: rpc.Server;
  contracts: Contracts;
  /** Trustlines to the reward asset by wallet (G... or C...), 200 per request. @throws RpcUnavailable */
  trustlines(wallets: readonly string[], atLedger?: number): Promise<Map<string, Trustline>>;
  /** Signers of an account (G...); undefined if it doesn't exist. @throws RpcUnavailable */
  signers(account: string): Promise<Signers | undefined>;
  /** An account (G...) as it is now, or as of `atLedger`; undefined if it doesn't exist. @throws RpcUnavailable */
  account(address: string, atLedger?: number): Promise<AccountFacts | undefined>;
  /** Reserves that the fee account keeps for these wallets (G...), by wallet, 100 per request. @throws RpcUnavailable */
  reserves(wallets: readonly string[]): Promise<Map<string, KeptReserves>>;
  /** Simulates a transaction of one contract call on the current ledger. @throws CallRefused, RpcUnavailable */
  simulate(transaction: Transaction): Promise<Simulation>;
  /** State of all payments in the distribution contract. @throws RpcUnavailable */
  batches(): Promise<Batches>;
  /** References (hex) of a campaign's paid numbers in these entries. @throws RpcUnavailable */
  marks(request: MarksRequest): Promise<Map<number, string>>;
  /** Tokens that the pool holds, and owes to merchants, campaigns and drops. @throws RpcUnavailable */
  pool(request: PoolRequest): Promise<PoolFunds>;
  /** Persistent entries of a contract by their keys, 200 per request; undefined: the node doesn't have it. @throws RpcUnavailable */
  entries(contract: ContractName, keys: readonly xdr.ScVal[][]): Promise<(xdr.ScVal | undefined)[]>;
  /** Code that each of these contracts runs, as `readCodes` of code.ts says. @throws RpcUnavailable */
  codes(ids: readonly string[]): Promise<Map<string, string>>;
  /** How long each of these contracts stays on the ledger without more rent. @throws RpcUnavailable */
  lifetimes(ids: readonly string[]): Promise<Lifetime[]>;
  /** Resources that a ledger has for contract transactions. @throws RpcUnavailable */
  limits(): Promise<LedgerLimits>;
  /** @throws RpcUnavailable */
  latestLedger(): Promise<LedgerTime>;
}

/** Manifests of public networks are part of the repository. */
const COMMITTED = fileURLToPath(new URL("../../../../deployments", import.meta.url));

/** Path of the configured network's manifest. */
export function manifestPath(settings: Pick<Settings, "dataDir" | "network">): string {
  const own = join(settings.dataDir, "deployment.json");
  const committed = join(COMMITTED, `${settings.network}.json`);
  return !existsSync(own) && existsSync(committed) ? committed : own;
}

export function keysPath(settings: Pick<Settings, "dataDir" | "keysFile">): string {
  return settings.keysFile ?? join(settings.dataDir, "keys.json");
}

const ledgerPath = (settings: Pick<Settings, "dataDir">) => join(settings.dataDir, "ledger.url");

/** Keeps the URL of the local ledger, for commands: its port can be any. */
export function keepLedgerUrl(settings: Pick<Settings, "dataDir">, url: string): void {
  writeFileAtomically(ledgerPath(settings), `${url}\n`, 0o600);
}

function keptLedgerUrl(settings: Pick<Settings, "network" | "dataDir">): string | undefined {
  const path = ledgerPath(settings);
  return settings.network === "local" && existsSync(path) ? readFileSync(path, "utf8").trim() : undefined;
}

/** @throws SetupError naming the setting to set */
export function rpcUrl(settings: Pick<Settings, "dataDir" | "network" | "rpcUrl">): string {
  const url = settings.rpcUrl ?? keptLedgerUrl(settings) ?? networks[settings.network].rpcUrl;
  if (!url) throw new SetupError(`There is no free public RPC for ${settings.network}: set MERIT_RPC_URL`);
  return url;
}

/** Opens the deployed system of the configured network, without a request to the node. @throws SetupError */
export function openChain(settings: Settings, observe?: RpcObserver): Chain {
  const path = manifestPath(settings);
  const manifest = readManifest(path, settings.network);
  if (manifest.network !== settings.network) {
    throw new SetupError(`${path} describes the network ${manifest.network}, but MERIT_NETWORK is ${settings.network}`);
  }
  const { passphrase, asset } = manifest;
  const server = openRpc(rpcUrl(settings), observe);
  const distribution = manifest.contracts.distribution.id;
  const contracts = openContracts(server, passphrase, contractIds(manifest));
  return {
    network: settings.network,
    passphrase,
    manifest,
    rpc: server,
    contracts,
    trustlines: (wallets, atLedger) => readTrustlines(server, asset, wallets, atLedger),
    signers: (account) => readAccountSigners(server, account),
    account: (address, atLedger) => readAccount(server, address, atLedger),
    reserves: (wallets) => readReserves(server, asset, manifest.accounts.fee, wallets),
    simulate: (transaction) => simulate(server, transaction),
    batches: () => readBatches(server, distribution),
    marks: (request) => readMarks(server, distribution, request),
    pool: (request) => readPool(server, { pool: manifest.contracts.pool.id, asset: asset.contract_id }, request),
    entries: (name, keys) => readContractEntries(server, contracts[name].id, keys),
    codes: (ids) => readCodes(server, ids),
    lifetimes: (ids) => readLifetimes(server, ids),
    limits: () => readLedgerLimits(server),
    latestLedger: () => latestLedger(server),
  };
}
