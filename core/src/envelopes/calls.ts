import { ProposalState } from "@merit/bindings/governance";
import type { xdr } from "@stellar/stellar-sdk";
import type { Contracts } from "../chain/contracts.ts";
import { CallRefused } from "../chain/errors.ts";
import { orLedgerUnreadable } from "../chain/problems.ts";
import type { Context } from "../context/context.ts";
import type { walletCalls } from "../db/schema/envelopes.ts";
import { type VoteSupport, voteSupports } from "../db/schema/governance.ts";
import { restoredAction, type StoredAction } from "../governance/decode.ts";
import { refusalWords } from "../governance/refusals.ts";
import { requireOwn } from "../wallets/service.ts";
import { buildCall, requireAccount } from "./build.ts";
import { operationRefused } from "./problems.ts";
import type { EnvelopeRules } from "./rules.ts";
import type { NewEnvelope, WalletEnvelope } from "./store.ts";

// All calls that a wallet can make on the system's contracts through the service, besides claims of drops.

type Name = (typeof walletCalls)[number];

/** Arguments as stored; amounts in stroops, as text. */
export interface CallArguments {
  "redemption.redeem": { item: number; quantity: number; max_price: string /** 32 bytes, hex */; reference: string };
  /** 32 bytes, hex */
  "redemption.cancel": { reference: string };
  /** 32 bytes, hex */
  "vesting.claim": { schedule: string };
  "referral.enrol": Record<string, never>;
  "referral.bind": { referrer: string };
  "referral.claim": { merchant: number; newcomer: string };
  "governance.stake": { amount: string };
  "governance.activate": Record<string, never>;
  "governance.unstake": { amount: string };
  "governance.withdraw": Record<string, never>;
  /** `proposal`: the id that the contract gives it. */
  "governance.propose": { proposal: string; actions: StoredAction[]; description: string };
  /** 32 bytes, hex */
  "governance.vote": { proposal: string; support: VoteSupport };
  "governance.queue": { proposal: string };
  "governance.execute": { proposal: string };
  "governance.cancel": { proposal: string };
}

export type WalletCall = { [N in Name]: { call: N; args: CallArguments[N] } }[Name];

interface CallRules<Args> {
  operation(contracts: Contracts, wallet: string, args: Args): xdr.Operation | Promise<xdr.Operation>;
  /** Whether the ledger has its effect; left out if it can't be distinguished from an earlier call's. */
  isDone?(contracts: Contracts, wallet: string, args: Args): Promise<boolean>;
  /** It runs code that others chose, and must not do so with the wallet's authority. */
  withoutAuthority?: boolean;
}

const rules: { [N in Name]: CallRules<CallArguments[N]> } = {
  "redemption.redeem": {
    async operation({ redemption }, wallet, { item, quantity, max_price, reference }) {
      const { value } = await redemption.view("item", { item: BigInt(item) });
      // The wallet sees the item's times in what it signs, and redeems with no others. An unknown item is refused anyway.
      const { fulfil_within, cancel_within } = value?.terms ?? { fulfil_within: 0n, cancel_within: 0n };
      const order = { item: BigInt(item), quantity, max_price: BigInt(max_price), fulfil_within, cancel_within };
      return redemption.call("redeem", { wallet, reference: bytes(reference), order });
    },
    async isDone({ redemption }, wallet, { reference }) {
      const found = await redemption.view("redemption", { wallet, reference: bytes(reference) });
      return found.value !== null && found.value !== undefined;
    },
  },
  "redemption.cancel": {
    operation: ({ redemption }, wallet, { reference }) =>
      redemption.call("cancel", { caller: wallet, wallet, reference: bytes(reference) }),
  },
  "vesting.claim": {
    operation: ({ vesting }, _wallet, { schedule }) => vesting.call("claim", { id: Buffer.from(schedule, "hex") }),
  },
  "referral.enrol": {
    operation: ({ referral }, wallet) => referral.call("enrol", { referrer: wallet }),
    isDone: async ({ referral }, account) => (await referral.view("is_enrolled", { account })).value,
  },
  "referral.bind": {
    operation: ({ referral }, newcomer, { referrer }) => referral.call("bind", { newcomer, referrer }),
    isDone: async ({ referral }, newcomer, { referrer }) =>
      (await referral.view("referrer", { newcomer })).value === referrer,
  },
  "referral.claim": {
    operation: ({ referral }, account, { merchant, newcomer }) =>
      referral.call("claim", { account, merchant: BigInt(merchant), newcomer }),
  },
  "governance.stake": {
    operation: ({ governance }, staker, { amount }) => governance.call("stake", { staker, amount: BigInt(amount) }),
  },
  "governance.activate": { operation: ({ governance }, staker) => governance.call("activate", { staker }) },
  "governance.unstake": {
    operation: ({ governance }, staker, { amount }) => governance.call("unstake", { staker, amount: BigInt(amount) }),
  },
  "governance.withdraw": { operation: ({ governance }, staker) => governance.call("withdraw", { staker }) },
  "governance.propose": {
    operation: ({ governance }, proposer, { actions, description }) =>
      governance.call("propose", { proposer, actions: actions.map(restoredAction), description }),
    isDone: async (contracts, _proposer, { proposal }) => (await stateOf(contracts, proposal)) !== undefined,
  },
  "governance.vote": {
    operation: ({ governance }, voter, { proposal, support }) =>
      governance.call("vote", { voter, id: bytes(proposal), support: voteSupports.indexOf(support) }),
  },
  "governance.queue": {
    operation: ({ governance }, _wallet, { proposal }) => governance.call("queue", { id: bytes(proposal) }),
    isDone: async (contracts, _wallet, { proposal }) => (await stateOf(contracts, proposal)) === ProposalState.Queued,
  },
  "governance.execute": {
    withoutAuthority: true,
    operation: ({ governance }, _wallet, { proposal }) => governance.call("execute", { id: bytes(proposal) }),
    isDone: async (contracts, _wallet, { proposal }) => (await stateOf(contracts, proposal)) === ProposalState.Executed,
  },
  "governance.cancel": {
    operation: ({ governance }, proposer, { proposal }) => governance.call("cancel", { proposer, id: bytes(proposal) }),
    isDone: async (contracts, _proposer, { proposal }) =>
      (await stateOf(contracts, proposal)) === ProposalState.Canceled,
  },
};

/** Undefined: there is no such proposal. */
const stateOf = async ({ governance }: Contracts, proposal: string) =>
  (await governance.view("proposal", { id: bytes(proposal) })).value?.state;

/**
 * A transaction of one such call by a wallet of the user's, for it to sign.
 * @throws Problem 404 if the user hasn't proven the wallet, 409 `account_missing`, `operation_refused`, 503
 */
export async function build(
  context: Context,
  userId: number,
  wallet: string,
  { call, args }: WalletCall,
): Promise<NewEnvelope> {
  await context.db.read((store) => requireOwn(store, userId, wallet));
  const account = await requireAccount(context, wallet);
  try {
    const { operation: make, withoutAuthority = false } = rulesOf(call);
    const operation = await make(context.chain.contracts, wallet, args);
    return await buildCall(context, account, { kind: call, userId, wallet, operation, call: args, withoutAuthority });
  } catch (error) {
    if (error instanceof CallRefused) throw operationRefused(refusalWords(error.code) ?? `${error.message}.`);
    return orLedgerUnreadable(context.log)(error);
  }
}

const bytes = (hex: string) => Buffer.from(hex, "hex");

/** The arguments of a row were checked when it was built, for the same call. */
const rulesOf = (call: Name) => rules[call] as CallRules<unknown>;

/** What is needed to send such an envelope. */
export const callEnvelope = (call: Name): EnvelopeRules => ({
  isDone: async ({ chain }, { wallet_address, call_arguments }: WalletEnvelope) =>
    (await rulesOf(call).isDone?.(chain.contracts, wallet_address, call_arguments)) ?? false,
});
