import { Client as Admin, AdminError } from "@merit/bindings/admin";
import { Client as Campaign, CampaignError } from "@merit/bindings/campaign";
import { Client as Distribution, DistributionError } from "@merit/bindings/distribution";
import { Client as Escrow, EscrowError } from "@merit/bindings/escrow";
import { Client as Governance, GovernanceError } from "@merit/bindings/governance";
import { Client as Pool, PoolError } from "@merit/bindings/pool";
import { Client as Redemption, RedemptionError } from "@merit/bindings/redemption";
import { Client as Referral, ReferralError } from "@merit/bindings/referral";
import { Client as State, StateError } from "@merit/bindings/state";
import { Client as Token, TokenError } from "@merit/bindings/token";
import { Client as Vesting, VestingError } from "@merit/bindings/vesting";

/**
 * Each contract's generated client and errors. The order is that of deployment: a constructor names only contracts above its own.
 * `parameter`: a function that votes call with less agreement than an upgrade needs.
 * `isFixed`: people can't take out what it holds before its time. So nobody replaces its code, and a new version is deployed beside it.
 */
export const bindings = {
  admin: { Client: Admin, errors: AdminError },
  state: { Client: State, errors: StateError },
  token: { Client: Token, errors: TokenError, parameter: "set_quota" },
  pool: { Client: Pool, errors: PoolError, parameter: "set_limit" },
  campaign: { Client: Campaign, errors: CampaignError },
  distribution: { Client: Distribution, errors: DistributionError },
  redemption: { Client: Redemption, errors: RedemptionError },
  referral: { Client: Referral, errors: ReferralError },
  vesting: { Client: Vesting, errors: VestingError, isFixed: true },
  escrow: { Client: Escrow, errors: EscrowError, parameter: "set_fee", isFixed: true },
  governance: { Client: Governance, errors: GovernanceError },
} as const;

export type ContractName = keyof typeof bindings;

/** In the order of deployment. */
export const contractNames = Object.keys(bindings) as ContractName[];

export const fixedContracts = contractNames.filter((name) => "isFixed" in bindings[name]);

export type UpgradableContract = {
  [Name in ContractName]: (typeof bindings)[Name] extends { isFixed: true } ? never : Name;
}[ContractName];

/** Those whose code can be replaced. */
export const upgradableContracts = contractNames.filter(
  (name): name is UpgradableContract => !fixedContracts.includes(name),
);
