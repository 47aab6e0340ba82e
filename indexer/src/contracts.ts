import { bindings, type ContractName, contractNames } from "@merit/core/chain/bindings.ts";
import type { Manifest } from "@merit/core/chain/manifest.ts";
import type { contract } from "@stellar/stellar-sdk";
import type { Followed } from "./decode.ts";

/** The spec that the generated client carries, events included (SEP-48). */
export function contractSpec(name: ContractName): contract.Spec {
  // A client asks for an address and a node; its spec depends on neither.
  return new bindings[name].Client({
    contractId: "",
    networkPassphrase: "",
    rpcUrl: "http://localhost",
    allowHttp: true,
  }).spec;
}

/** Every contract of the manifest and the reward asset's own. */
export function followed(manifest: Manifest): Followed[] {
  const contracts = contractNames.map((name) => ({ id: manifest.contracts[name].id, name, spec: contractSpec(name) }));
  return [...contracts, { id: manifest.asset.contract_id, name: "asset" }];
}
