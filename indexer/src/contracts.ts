import { contractNames } from "@merit/core/chain/bindings.ts";
import type { Manifest } from "@merit/core/chain/manifest.ts";
import { contractSpec } from "@merit/core/contract-events/names.ts";
import type { Followed } from "./decode.ts";

/** Every contract of the manifest and the reward asset's own. */
export function followed(manifest: Manifest): Followed[] {
  const contracts = contractNames.map((name) => ({ id: manifest.contracts[name].id, name, spec: contractSpec(name) }));
  return [...contracts, { id: manifest.asset.contract_id, name: "asset" }];
}
