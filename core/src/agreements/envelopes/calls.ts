import type { Context } from "../../context/context.ts";
import type { Contracts } from "../../ledger/chain/contracts.ts";
import { CallRefused, FeeTooHigh } from "../../ledger/chain/errors.ts";
import { orLedgerUnreadable } from "../../ledger/chain/problems.ts";
import { requireOwn } from "../../parties/wallets/service.ts";
import type { walletCalls } from "../../store/db/schema/envelopes.ts";
import { buildCall, requireAccount } from "./build.ts";
import { type EscrowArguments, escrowRefusal, escrowRules } from "./escrow.ts";
import { type GovernanceArguments, governanceRefusal, governanceRules } from "./governance.ts";
import { type PoolArguments, poolRefusal, poolRules } from "./pool.ts";
import { operationRefused } from "./problems.ts";
import { type RedemptionArguments, redemptionRefusal, redemptionRules } from "./redemption.ts";
import { type ReferralArguments, referralRules } from "./referral.ts";
import { referralRefusal } from "./referral-refusals.ts";
import type { CallRules, EnvelopeRules } from "./rules.ts";
import type { NewEnvelope, Owner, WalletEnvelope } from "./store.ts";
import { type VestingArguments, vestingRefusal, vestingRules } from "./vesting.ts";

// All calls that a wallet can make on the system's contracts through the service, besides claims of drops.

type Name = (typeof walletCalls)[number];

/** Arguments as stored; amounts in stroops, as text. */
export interface CallArguments
  extends EscrowArguments,
    GovernanceArguments,
    PoolArguments,
    RedemptionArguments,
    ReferralArguments,
    VestingArguments {}

export type WalletCall = { [N in Name]: { call: N; args: CallArguments[N] } }[Name];

const rules: { [N in Name]: CallRules<CallArguments[N]> } = {
  ...escrowRules,
  ...governanceRules,
  ...poolRules,
  ...redemptionRules,
  ...referralRules,
  ...vestingRules,
};

/**
 * Words for an error when a wallet wants to sign a contract's call; the other contracts' calls keep the error's own words. The asset's
 * errors mean something else in each contract's calls. @throws RpcUnavailable
 */
type Refusal = (
  code: number | undefined,
  contracts: Contracts,
  args: object,
) => string | undefined | Promise<string | undefined>;
const refusals: Record<string, Refusal> = {
  escrow: escrowRefusal,
  governance: governanceRefusal,
  pool: poolRefusal,
  redemption: redemptionRefusal,
  referral: referralRefusal,
  vesting: vestingRefusal,
};

async function refusalOf({ chain, log }: Context, { call, args }: WalletCall, code: number | undefined) {
  const [contract = ""] = call.split(".");
  try {
    return await refusals[contract]?.(code, chain.contracts, args);
  } catch (error) {
    return orLedgerUnreadable(log)(error);
  }
}

/**
 * A transaction of one such call by a wallet of the user's, for it to sign.
 * @throws Problem 404 if the user hasn't proven the wallet, 409 `account_missing`, `operation_refused`, 503
 */
export async function build(context: Context, userId: number, wallet: string, call: WalletCall): Promise<NewEnvelope> {
  await context.db.read((store) => requireOwn(store, userId, wallet));
  return buildFor(context, { userId }, wallet, call).catch((error: unknown) => {
    if (!(error instanceof FeeTooHigh)) throw error;
    throw operationRefused("The call would cost more than the service pays for a transaction.");
  });
}

/**
 * As {@link build}, for a caller who will hand in the wallet's signature, which is what counts: an unsigned transaction does nothing.
 * @throws Problem 409 `account_missing`, `operation_refused`, 503; FeeTooHigh
 */
export async function buildFor(
  context: Context,
  owner: Owner,
  wallet: string,
  { call, args }: WalletCall,
): Promise<NewEnvelope> {
  const account = await requireAccount(context, wallet);
  try {
    const { operation: make, withoutAuthority = false } = rulesOf(call);
    const operation = await make(context.chain.contracts, wallet, args);
    return await buildCall(context, account, { ...owner, kind: call, wallet, operation, call: args, withoutAuthority });
  } catch (error) {
    if (!(error instanceof CallRefused)) return orLedgerUnreadable(context.log)(error);
    const words = await refusalOf(context, { call, args } as WalletCall, error.code);
    throw operationRefused(words ?? `${error.message}.`);
  }
}

/** The arguments of a row were checked when it was built, for the same call. */
const rulesOf = (call: Name) => rules[call] as CallRules<unknown>;

/** Rules for sending such an envelope. */
export const callEnvelope = (call: Name): EnvelopeRules => ({
  isDone: async ({ chain }, { wallet_address, call_arguments }: WalletEnvelope) =>
    (await rulesOf(call).isDone?.(chain.contracts, wallet_address, call_arguments)) ?? false,
});
