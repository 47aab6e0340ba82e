import type { AdminError } from "@merit/bindings/admin";
import type { CampaignError } from "@merit/bindings/campaign";
import type { DistributionError } from "@merit/bindings/distribution";
import type { PoolError } from "@merit/bindings/pool";
import type { StateError } from "@merit/bindings/state";
import type { TokenError } from "@merit/bindings/token";
import type { BlockCause } from "../blocks.ts";
import { type CallRefused, FeeTooHigh } from "../chain/errors.ts";
import type { ContractName } from "../chain/manifest.ts";
import * as reasons from "../rewards/reasons.ts";

/**
 * What a refused payout call means for its payments.
 * - `system`: it concerns neither recipients nor campaign. The rewards wait, and the operator is told.
 * - `limit`, `window`: the rewards wait until the ledger has room, or until the campaign's window opens
 * - `records`: the ledger has payments, or an epoch, that the database doesn't have
 * - `split`: the call fails as a whole; smaller batches show which payments cause it. `alone` is the meaning for
 *   a single payment: it concerns the campaign, or the system, or (undefined) this must be found out.
 * - `never`: the campaign never pays again
 */
export type Refusal =
  | SystemRefusal
  | { kind: "limit" }
  | { kind: "window" }
  | { kind: "records" }
  | { kind: "split"; reason: string; alone?: "campaign" | SystemRefusal }
  | { kind: "never"; reason: string };

export interface SystemRefusal {
  kind: "system";
  cause: BlockCause;
  /** What is wrong and how to fix it, for the operator. */
  detail: string;
  /** For the merchant. */
  reason: string;
}

const system =
  (cause: BlockCause, reason: string) =>
  (detail: string): SystemRefusal => ({ kind: "system", cause, detail, reason });

const role = system(
  "role",
  reasons.notSetUp,
)(
  "the distributor's key doesn't have its role, or the role has ended: grant it with `merit roles grant distributor distributor`",
);
const stopped = (contract: ContractName) =>
  system(
    "stopped",
    reasons.paused,
  )(
    `\`${contract}\` is stopped, or the whole system is (see \`merit contract list\`): ` +
      `start it again with \`merit contract unpause ${contract}\` or \`merit contract unpause state\``,
  );
const pool = (what: string) =>
  system("pool", reasons.poolUnfunded)(`the pool ${what}: compare its balance on the ledger with \`merit audit\``);
const contracts = (what: string) =>
  system("contracts", reasons.notSetUp)(`the contracts on the ledger don't match this service: ${what}`);
/** An error of a function that no payout calls, or of arguments that the service never sends. */
const unexpected = contracts("they refuse a call that should be valid; compare the versions of both");

const wrongMerchant = system(
  "records",
  reasons.notSetUp,
)("a campaign's merchant on the ledger differs from the records: `merit audit` names the campaign");

const limit = { kind: "limit" } as const;
const window = { kind: "window" } as const;
const records = { kind: "records" } as const;
/** A smaller batch may still fit into what is left. */
const short = { kind: "split", reason: reasons.budgetOnLedger, alone: "campaign" } as const;
const closed = { kind: "never", reason: reasons.notActiveOnLedger } as const;

type Code = keyof (typeof AdminError &
  typeof StateError &
  typeof TokenError &
  typeof PoolError &
  typeof CampaignError &
  typeof DistributionError);

/** Every error of `distribution` and of the contracts that it calls. Each contract has a range of codes of its own. */
export const byCode: Record<Code, Refusal> = {
  10000: unexpected, // Unauthorized
  10001: stopped("admin"),
  10002: unexpected, // AlreadyMigrated
  10004: unexpected, // InvalidExpiry
  10005: unexpected, // RoleNotHeld
  10006: unexpected, // RoleCycle
  10007: unexpected, // ChainTooLong
  10008: unexpected, // InvalidDelay
  10009: unexpected, // SameAdmin
  10010: unexpected, // NoTransfer
  10011: unexpected, // TransferEarly
  10012: unexpected, // TransferExpired
  10013: unexpected, // InvalidPage
  10014: unexpected, // TooManyRoles

  11000: unexpected, // Unauthorized
  11001: stopped("state"),
  11002: unexpected, // AlreadyMigrated
  11004: contracts(
    "a contract that payouts need is not registered in `state`; finish the deployment with `merit deploy`",
  ), // NotFound
  11005: contracts("a contract that payouts need is not active in `state`; finish the deployment with `merit deploy`"), // NotActive
  11006: unexpected, // RevisionMismatch
  11007: unexpected, // TooMany
  11008: unexpected, // MigrationOutOfOrder
  11009: unexpected, // AddressInUse
  11010: unexpected, // InvalidPage
  11011: unexpected, // InvalidInterface

  // Payouts move the asset without `token`; a clawback calls it.
  12000: unexpected, // Unauthorized
  12001: unexpected, // Paused
  12002: unexpected, // AlreadyMigrated
  12003: unexpected, // InvalidAmount
  12004: unexpected, // CapExceeded
  12005: unexpected, // QuotaExceeded
  12006: unexpected, // SystemAddress
  12007: unexpected, // NoTrustline
  12008: unexpected, // NotAuthorized
  12009: unexpected, // BalanceOutOfRange
  12010: unexpected, // AssetRefused
  12011: unexpected, // InvalidDelay
  12012: unexpected, // NoHandover
  12013: unexpected, // HandoverEarly
  12014: unexpected, // HandoverExpired

  13000: contracts("`campaign` may not use `pool`: grant the role with `merit roles grant campaign campaign`"), // Unauthorized
  13001: stopped("pool"),
  13002: unexpected, // AlreadyMigrated
  13003: unexpected, // InvalidAmount
  13010: unexpected, // InsufficientBalance
  13011: pool("would hold more than the ledger can count"), // BalanceOverflow
  13012: unexpected, // DepositMismatch
  13013: unexpected, // ReferenceTaken
  13014: unexpected, // RefusedRecipient
  13020: unexpected, // ReserveExists
  13021: closed, // ReserveNotFound
  13022: closed, // ReserveClosed
  13023: short, // ReserveShort
  13030: unexpected, // TooMany
  13031: unexpected, // LengthMismatch
  13032: pool("is frozen by the asset's administrator"), // PoolFrozen
  13033: pool("holds less than its campaigns have reserved"), // PoolShort
  13040: limit, // LimitExceeded
  13041: unexpected, // NoPendingLimit
  13042: unexpected, // LimitNotDue
  13043: unexpected, // LimitExpired

  14000: contracts(
    "`distribution` may not use `campaign`: grant the role with `merit roles grant distribution distribution`",
  ), // Unauthorized
  14001: stopped("campaign"),
  14002: unexpected, // AlreadyMigrated
  14003: unexpected, // InvalidAmount
  14010: closed, // NotFound
  14011: unexpected, // InvalidWindow
  14012: unexpected, // ReferenceTaken
  14013: unexpected, // InvalidTransition
  14014: unexpected, // AlreadyPaid
  14020: closed, // NotActive
  14021: window, // OutsideWindow
  14022: short, // BudgetExceeded
  14030: unexpected, // TooMany
  14031: unexpected, // LengthMismatch
  14032: unexpected, // InvalidResult

  15000: role,
  15001: stopped("distribution"),
  15002: unexpected, // AlreadyMigrated
  15003: unexpected, // InvalidAmount
  15004: contracts("`distribution` was upgraded but not migrated: run `merit contract call distribution migrate`"), // NotMigrated
  15010: unexpected, // Empty
  15011: unexpected, // TooMany
  15012: unexpected, // NumbersNotRising
  15013: unexpected, // InvalidReference
  15014: unexpected, // LengthMismatch
  15015: records, // NumberExpired: opening an epoch gives new numbers
  15016: unexpected, // NumberAhead
  15017: records, // WrongEpoch
  15018: records, // WrongPaid
  15019: records, // WrongFingerprint
  15020: unexpected, // DropNotFound
  15021: unexpected, // ReferenceTaken
  15022: unexpected, // InvalidWindow
  15023: wrongMerchant,
  15030: unexpected, // DropNotOpen
  15031: unexpected, // DropExpired
  15032: unexpected, // IndexOutOfRange
  15033: unexpected, // ProofTooLong
  15034: unexpected, // InvalidProof
  15035: unexpected, // AlreadyClaimed
  15036: unexpected, // DropNotExpired
  15037: unexpected, // AlreadySwept
  15038: unexpected, // DropOpened
  15039: unexpected, // DropCancelled
  15040: unexpected, // NoTrustline
  15041: unexpected, // NotAuthorized
  15042: unexpected, // LineFull
  15043: unexpected, // RefusedRecipient
  15044: unexpected, // PaymentFailed
  15050: unexpected, // NoReceipt
  15051: unexpected, // ClawbackOver
};

/** The refusal for a call that the ledger would refuse, or that costs too much. */
export function refusalOf(error: CallRefused | FeeTooHigh): Refusal {
  const { message } = error;
  if (error instanceof FeeTooHigh) {
    const alone = system("fee", reasons.tooDear)(`${message}: raise MAX_RESOURCE_FEE_XLM if you accept this cost`);
    return { kind: "split", reason: reasons.callFailed(message), alone };
  }
  const known = error.code === undefined ? undefined : byCode[error.code as Code];
  // The host's own refusals (a limit of the network, a trap) can come from one recipient, as codes of other contracts can.
  return known ?? { kind: "split", reason: reasons.callFailed(message) };
}

/** For a refusal that isn't in the table, if the single payment is not its cause. */
export const unknownRefusal = (reason: string): SystemRefusal =>
  system("contracts", reason)(`the ledger refuses payouts to any recipient: ${reason}`);
