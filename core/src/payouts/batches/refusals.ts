import type { BlockCause } from "../../base/blocks.ts";
import type { ContractName } from "../../ledger/chain/bindings.ts";
import { type ContractErrors, contractErrors } from "../../ledger/chain/contract-errors.ts";
import { type CallRefused, FeeTooHigh } from "../../ledger/chain/errors.ts";
import * as reasons from "../rewards/reasons.ts";

/**
 * Meaning of a refused payout call for its payments.
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
  /** The fault and how to fix it, for the operator. */
  detail: string;
  /** Reason for the merchant to read. */
  reason: string;
  /** Payouts of other merchants are not refused for it. */
  oneMerchant?: true;
}

const system =
  (cause: BlockCause, reason: string) =>
  (detail: string): SystemRefusal => ({ kind: "system", cause, detail, reason });

export const noRole =
  "the distributor's key doesn't have its role, or the role has ended: grant it with `merit roles grant distributor distributor`";
const role = system("role", reasons.notSetUp)(noRole);
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
const unexpected = contracts("they refuse a call that should be valid; compare the releases of contracts and service");

const wrongMerchant = {
  ...system(
    "records",
    reasons.notSetUp,
  )("a campaign's merchant on the ledger differs from the records: `merit audit` names the campaign"),
  oneMerchant: true,
} as const;

const numbersUsed = {
  ...system(
    "limit",
    reasons.numbersUsed,
  )("a campaign has used up the numbers that can be paid now: its rewards wait for the next period, of 15 days"),
  oneMerchant: true,
} as const;

const limit = { kind: "limit" } as const;
const window = { kind: "window" } as const;
const records = { kind: "records" } as const;
/** A smaller batch may still fit into what is left. */
const short = { kind: "split", reason: reasons.budgetOnLedger, alone: "campaign" } as const;
const closed = { kind: "never", reason: reasons.notActiveOnLedger } as const;

/** `distribution`, and the contracts that it calls. */
type OnThePath = "admin" | "state" | "token" | "pool" | "campaign" | "distribution";

/** Every error of these contracts; the compiler names one that is missing. */
const refusals: { [Contract in OnThePath]: Record<keyof ContractErrors[Contract], Refusal> } = {
  admin: {
    Unauthorized: unexpected,
    Paused: stopped("admin"),
    AlreadyMigrated: unexpected,
    UpgradeNotDue: unexpected,
    InvalidExpiry: unexpected,
    RoleNotHeld: unexpected,
    InvalidDelay: unexpected,
    SameAdmin: unexpected,
    NoTransfer: unexpected,
    TransferEarly: unexpected,
    TransferExpired: unexpected,
    InvalidPage: unexpected,
    TooManyRoles: unexpected,
    NoUpgrade: unexpected,
  },
  state: {
    Unauthorized: unexpected,
    Paused: stopped("state"),
    AlreadyMigrated: unexpected,
    UpgradeNotDue: unexpected,
    NotFound: contracts("`state` doesn't know a contract that payouts need; finish the deployment with `merit deploy`"),
    RevisionMismatch: unexpected,
    TooMany: unexpected,
    AddressInUse: unexpected,
    InvalidPage: unexpected,
    InvalidInterface: unexpected,
    NotAContract: unexpected,
  },
  // Payouts move the asset without `token`; a clawback calls it.
  token: {
    Unauthorized: unexpected,
    Paused: unexpected,
    AlreadyMigrated: unexpected,
    UpgradeNotDue: unexpected,
    InvalidAmount: unexpected,
    CapExceeded: unexpected,
    QuotaExceeded: unexpected,
    SystemAddress: unexpected,
    NoTrustline: unexpected,
    NotAuthorized: unexpected,
    BalanceOutOfRange: unexpected,
    AssetRefused: unexpected,
  },
  pool: {
    Unauthorized: contracts(
      "`campaign` doesn't have the role to use `pool`: grant it with `merit roles grant campaign campaign`",
    ),
    Paused: stopped("pool"),
    AlreadyMigrated: unexpected,
    UpgradeNotDue: unexpected,
    InvalidAmount: unexpected,
    InsufficientBalance: unexpected,
    BalanceOverflow: pool("would hold more than the ledger can count"),
    DepositMismatch: unexpected,
    ReferenceTaken: unexpected,
    RefusedRecipient: unexpected,
    ReserveExists: unexpected,
    ReserveNotFound: closed,
    ReserveClosed: closed,
    ReserveShort: short,
    TooMany: unexpected,
    LengthMismatch: unexpected,
    AccountFrozen: unexpected,
    PoolFrozen: system(
      "pool",
      reasons.poolUnfunded,
    )("the pool is frozen: let it pay again with `merit contract call token unfreeze account=pool`"),
    PoolShort: pool("holds less than its campaigns have reserved"),
    LimitExceeded: limit,
    NoPendingLimit: unexpected,
    LimitNotDue: unexpected,
    LimitExpired: unexpected,
    NoCut: unexpected,
    NoPendingOwner: unexpected,
    OwnerNotDue: unexpected,
    OwnerExpired: unexpected,
  },
  campaign: {
    Unauthorized: contracts(
      "`distribution` doesn't have the role to use `campaign`: grant it with `merit roles grant distribution distribution`",
    ),
    Paused: stopped("campaign"),
    AlreadyMigrated: unexpected,
    UpgradeNotDue: unexpected,
    InvalidAmount: unexpected,
    NotFound: closed,
    InvalidWindow: unexpected,
    ReferenceTaken: unexpected,
    InvalidTransition: unexpected,
    AlreadyPaid: unexpected,
    Shrinks: unexpected,
    NotActive: closed,
    OutsideWindow: window,
    BudgetExceeded: short,
    TooMany: unexpected,
    LengthMismatch: unexpected,
    InvalidResult: unexpected,
  },
  distribution: {
    Unauthorized: role,
    Paused: stopped("distribution"),
    AlreadyMigrated: unexpected,
    UpgradeNotDue: unexpected,
    InvalidAmount: unexpected,
    NotMigrated: contracts(
      "`distribution` was upgraded but not migrated: run `merit contract call distribution migrate`",
    ),
    Empty: unexpected,
    TooMany: unexpected,
    NumbersNotRising: unexpected,
    InvalidReference: unexpected,
    LengthMismatch: unexpected,
    NumberExpired: records, // Opening an epoch gives new numbers.
    NumberAhead: numbersUsed,
    WrongEpoch: records,
    WrongPaid: records,
    WrongFingerprint: records,
    DropNotFound: unexpected,
    ReferenceTaken: unexpected,
    InvalidWindow: unexpected,
    WrongMerchant: wrongMerchant,
    OpensTooSoon: unexpected,
    DropNotOpen: unexpected,
    DropExpired: unexpected,
    IndexOutOfRange: unexpected,
    ProofTooLong: unexpected,
    InvalidProof: unexpected,
    AlreadyClaimed: unexpected,
    DropNotExpired: unexpected,
    AlreadySwept: unexpected,
    DropOpened: unexpected,
    DropCancelled: unexpected,
    NoTrustline: unexpected,
    NotAuthorized: unexpected,
    LineFull: unexpected,
    RefusedRecipient: unexpected,
    PaymentFailed: unexpected,
    NoReceipt: unexpected,
    ClawbackOver: unexpected,
  },
};

const byCode = new Map<number, Refusal>(
  Object.entries(refusals).flatMap(([contract, ofContract]) => {
    const codes: Record<string, number> = contractErrors[contract as OnThePath];
    return Object.entries<Refusal>(ofContract).map(([name, refusal]) => [codes[name] as number, refusal] as const);
  }),
);

/** Meaning of a call that the ledger wouldn't take, or that costs too much. */
export function refusalOf(error: CallRefused | FeeTooHigh): Refusal {
  const { message } = error;
  if (error instanceof FeeTooHigh) {
    const alone = system(
      "fee",
      reasons.tooDear,
    )(`${message}: if you accept this cost, raise MAX_RESOURCE_FEE_XLM and restart the service`);
    return { kind: "split", reason: reasons.callFailed(message), alone };
  }
  const known = error.code === undefined ? undefined : byCode.get(error.code);
  // The host's own refusals (a limit of the network, a trap) can come from one recipient, as codes of other contracts can.
  return known ?? { kind: "split", reason: reasons.callFailed(message) };
}

/** Meaning of a refusal that isn't in the table, if the single payment is not its cause. */
export const unknownRefusal = (reason: string): SystemRefusal =>
  system("contracts", reason)(`the ledger refuses payouts to any recipient: ${reason}`);
