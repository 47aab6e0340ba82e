import { Client as Admin } from "@merit/bindings/admin";
import { Client as Campaign } from "@merit/bindings/campaign";
import { Client as Distribution } from "@merit/bindings/distribution";
import { Client as Escrow } from "@merit/bindings/escrow";
import { Client as Governance } from "@merit/bindings/governance";
import { Client as Pool } from "@merit/bindings/pool";
import { Client as Redemption } from "@merit/bindings/redemption";
import { Client as Referral } from "@merit/bindings/referral";
import { Client as State } from "@merit/bindings/state";
import { Client as Token } from "@merit/bindings/token";
import { Client as Vesting } from "@merit/bindings/vesting";
import { type ContractName, contractNames, type Manifest } from "@merit/core/chain/manifest.ts";
import type { contract } from "@stellar/stellar-sdk";
import type { Followed } from "./decode.ts";

const clients = {
  admin: Admin,
  state: State,
  token: Token,
  pool: Pool,
  campaign: Campaign,
  distribution: Distribution,
  redemption: Redemption,
  referral: Referral,
  vesting: Vesting,
  escrow: Escrow,
  governance: Governance,
};

/** The spec that the generated client carries, events included (SEP-48). */
export function contractSpec(name: ContractName): contract.Spec {
  // A client asks for an address and a node; its spec depends on neither.
  return new clients[name]({ contractId: "", networkPassphrase: "", rpcUrl: "http://localhost", allowHttp: true }).spec;
}

/** Every contract of the manifest and the reward asset's own. */
export function followed(manifest: Manifest): Followed[] {
  const contracts = contractNames.map((name) => ({ id: manifest.contracts[name].id, name, spec: contractSpec(name) }));
  return [...contracts, { id: manifest.asset.contract_id, name: "asset" }];
}
