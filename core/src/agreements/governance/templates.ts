import { createHash } from "node:crypto";
import type { Settings } from "@merit/bindings/governance";
import { toLedgerTime } from "../../base/days.ts";
import type { ContractName, UpgradableContract } from "../../ledger/chain/bindings.ts";
import { anyContract, type Contracts } from "../../ledger/chain/contracts.ts";
import type { RoleName } from "../../ledger/deploy/role-names.ts";
import { type Action, encodeCall } from "./decode.ts";

/** The most common proposals. Amounts in stroops. */
export type Template =
  /** The pool's limit per 24 hours: of one merchant, or (null) of all together. */
  | { template: "limit"; merchant: number | null; limit: bigint }
  | { template: "grant"; role: RoleName; account: string; expires_at: Date | null }
  | { template: "revoke"; role: RoleName; account: string }
  /** `wasm_hash`: SHA-256 of code that is on the ledger already, hex. `migrate`: converts the stored data in the same proposal. */
  | { template: "upgrade"; contract: UpgradableContract; wasm_hash: string; migrate: boolean }
  | { template: "unpause"; contract: ContractName }
  /** All of governance's own settings. */
  | { template: "settings"; settings: Settings }
  /** Governance becomes the admin that was announced. */
  | { template: "accept_administration" };

/** The calls that a vote makes, with governance as the acting account. */
export function actionsOf(contracts: Contracts, wanted: Template): Action[] {
  const self = contracts.governance.id;
  const call = (contract: ContractName, name: string, values: Record<string, unknown> = {}) =>
    encodeCall(contracts, contract, name, values);
  switch (wanted.template) {
    case "limit": {
      const merchant = wanted.merchant === null ? null : BigInt(wanted.merchant);
      return [call("pool", "set_limit", { operator: self, merchant, limit: wanted.limit })];
    }
    case "grant": {
      const { role, account, expires_at } = wanted;
      if (!expires_at) return [call("admin", "grant_role", { account, role, caller: self })];
      const end = toLedgerTime(expires_at);
      return [call("admin", "grant_role_until", { account, role, expires_at: end, caller: self })];
    }
    case "revoke":
      return [call("admin", "revoke_role", { account: wanted.account, role: wanted.role, caller: self })];
    case "upgrade": {
      const { contract } = wanted;
      const upgrade = call(contract, "upgrade", {
        new_wasm_hash: Buffer.from(wanted.wasm_hash, "hex"),
        operator: self,
      });
      return wanted.migrate ? [upgrade, call(contract, "migrate", { operator: self })] : [upgrade];
    }
    case "unpause":
      return [call(wanted.contract, "unpause", { operator: self })];
    case "settings":
      return [call("governance", "set_settings", { settings: wanted.settings })];
    case "accept_administration":
      return [call("admin", "accept_transfer")];
  }
}

/** Id of the proposal that has this content, hex: the contract computes it in the same way. */
export function proposalId(
  contracts: Contracts,
  content: { proposer: string; actions: Action[]; description: string },
): string {
  const { spec } = anyContract(contracts, "governance");
  const [proposer, actions] = spec.funcArgsToScVals("propose", content).map((value) => value.toXdr());
  return createHash("sha256")
    .update(proposer as Uint8Array)
    .update(actions as Uint8Array)
    .update(content.description)
    .digest("hex");
}
