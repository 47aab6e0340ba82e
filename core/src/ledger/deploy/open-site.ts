import { createLogger } from "../../base/logger.ts";
import type { Settings } from "../../base/settings/settings.ts";
import type { ContractName } from "../chain/bindings.ts";
import { rpcUrl } from "../chain/chain.ts";
import type { Keys } from "../chain/keys.ts";
import { networks } from "../chain/networks.ts";
import { openRpc, requireNetwork } from "../chain/rpc.ts";
import { Site } from "./site.ts";
import type { Terms } from "./terms.ts";
import { readWasmFiles } from "./wasm-files.ts";

export interface SiteRequest {
  keys: Keys;
  /** Address. */
  issuer: string;
  channelCount: number;
  terms: Terms;
  /** Contract ids of a deployment that another key made. */
  ids?: Record<ContractName, string>;
  /** Folder of the built contracts. */
  wasmFolder?: string | undefined;
}

/** @throws SetupError when the node is on another network, RpcUnavailable */
export async function openSite(settings: Settings, { wasmFolder, ...request }: SiteRequest): Promise<Site> {
  const { network, worker } = settings;
  const server = openRpc(rpcUrl(settings));
  await requireNetwork(server, { network, passphrase: networks[network].passphrase });
  return new Site({
    ...request,
    network,
    server,
    wasm: () => readWasmFiles(wasmFolder),
    maxFee: BigInt(worker.maxFeeStroops),
    log: createLogger(settings.logLevel === "silent" ? "silent" : "error"),
  });
}
