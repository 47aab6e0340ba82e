import { escrow } from "./agreements/escrows/contract.ts";
import { governance } from "./agreements/governance/contract.ts";
import { vesting } from "./agreements/vesting/contract.ts";
import type { CallRules, ContractRecord, LedgerJob, PayloadOf, WalletCalls } from "./context/contract.ts";
import { type ContractName, contractNames } from "./ledger/chain/bindings.ts";
import { pool } from "./parties/merchants/contract.ts";
import { distribution } from "./payouts/drops/contract.ts";
import { recordReward } from "./payouts/rewards/on-chain.ts";
import { campaign } from "./programmes/campaigns/contract.ts";
import { redemption } from "./programmes/redemptions/contract.ts";
import { referral } from "./programmes/referral-programs/contract.ts";
import type { ContractCall } from "./store/db/schema/envelopes.ts";
import type { JobKind } from "./store/jobs/payloads.ts";

const records = {
  admin: {
    create: ({ deployer, terms }) => ({
      ...{ admin: deployer.publicKey, transfer_delay: terms.handoverDelay, upgrade_delay: terms.upgradeDelay },
    }),
  },
  state: { create: ({ ids: { admin } }) => ({ admin }) },
  token: {
    create: ({ ids: { admin, state }, asset, terms }) => ({ admin, state, asset: asset.contract_id, cap: terms.cap }),
  },
  pool,
  campaign: { ...campaign, record: recordReward },
  distribution,
  redemption,
  referral,
  vesting,
  escrow,
  governance,
} satisfies Record<ContractName, ContractRecord>;

type Records = typeof records;

/** The record of each contract. All that the service does with a contract is read from here. */
export const contracts: Record<ContractName, ContractRecord> = records;

type CallOf<Rules> = {
  [Name in keyof Rules]: Rules[Name] extends CallRules<infer Args> ? { call: Name; args: Args } : never;
}[keyof Rules];
type CallsOf<Each> = Each extends { walletCalls: { rules: infer Rules } } ? CallOf<Rules> : never;

/** A call of a contract that a wallet signs; arguments as stored. */
export type WalletCall = CallsOf<Records[ContractName]>;

/** Wallets' calls of a contract, by the name of one of them. */
export const walletCallsOf = (call: ContractCall): WalletCalls<Record<ContractCall, unknown>> => {
  const name = contractNames.find((each) => call.startsWith(`${each}.`));
  const calls = name && contracts[name].walletCalls;
  if (!calls || !(call in calls.rules)) throw new Error(`no contract has the call ${call}`);
  return calls as WalletCalls<Record<ContractCall, unknown>>;
};

export const walletCallNames = contractNames.flatMap(
  (name) => Object.keys(contracts[name].walletCalls?.rules ?? {}) as WalletCall["call"][],
);

const jobs: { [Kind in JobKind]: LedgerJob<Kind> } = {
  ...pool.jobs,
  ...campaign.jobs,
  ...distribution.jobs,
  ...redemption.jobs,
  ...referral.jobs,
};

/** Rules of a job of the queue `transaction-submission`. */
export const ledgerJob = <Kind extends JobKind>(payload: PayloadOf<Kind>): LedgerJob<Kind> => jobs[payload.kind];
