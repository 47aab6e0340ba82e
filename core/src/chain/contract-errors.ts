import { AdminError } from "@merit/bindings/admin";
import { CampaignError } from "@merit/bindings/campaign";
import { DistributionError } from "@merit/bindings/distribution";
import { EscrowError } from "@merit/bindings/escrow";
import { GovernanceError } from "@merit/bindings/governance";
import { PoolError } from "@merit/bindings/pool";
import { RedemptionError } from "@merit/bindings/redemption";
import { ReferralError } from "@merit/bindings/referral";
import { StateError } from "@merit/bindings/state";
import { TokenError } from "@merit/bindings/token";
import { VestingError } from "@merit/bindings/vesting";

// Each contract has a range of its own, so a code needs no contract to be understood.
const names: Record<number, { message: string } | undefined> = {
  ...AdminError,
  ...StateError,
  ...TokenError,
  ...PoolError,
  ...CampaignError,
  ...DistributionError,
  ...RedemptionError,
  ...ReferralError,
  ...VestingError,
  ...EscrowError,
  ...GovernanceError,
};

/** Name of a contract's error code as its source has it, such as "LimitExceeded". */
export const contractErrorName = (code: number): string => names[code]?.message ?? "unknown error";
