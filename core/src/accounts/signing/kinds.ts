import type { BuiltEnvelope, EnvelopeRules } from "../../agreements/envelopes/rules.ts";
import type { WalletEnvelope } from "../../agreements/envelopes/store.ts";
import { build as buildTrustline, trustlineEnvelope } from "../../agreements/envelopes/trustline.ts";
import { agreement } from "../../agreements/escrows/proposals.ts";
import { walletCallNames, walletCallsOf } from "../../contracts.ts";
import { claimEnvelope } from "../../payouts/drops/claim-envelope.ts";
import { refusalOf } from "../../payouts/sponsoring/reserves.ts";
import type { ContractCall, EnvelopeKind } from "../../store/db/schema/envelopes.ts";

const trustline: BuiltEnvelope<object> = {
  ...trustlineEnvelope,
  build: (context, userId, wallet) =>
    buildTrustline(context, userId, wallet, (reserve) => refusalOf(context, { userId, wallet, reserve })),
};

/** Envelopes that are no plain call of a contract, each with its own builder. */
const others = { "drop-claim": claimEnvelope, trustline, "escrow.agree": agreement };

type Others = typeof others;

export type OtherAsked = {
  [Kind in keyof Others]: Others[Kind] extends BuiltEnvelope<infer Args> ? { call: Kind; args: Args } : never;
}[keyof Others];

/** Undefined for a plain call of a contract. */
export const otherOf = (kind: EnvelopeKind) => (others as Partial<Record<EnvelopeKind, BuiltEnvelope<object>>>)[kind];

export const envelopeKinds = [...(Object.keys(others) as (keyof Others)[]), ...walletCallNames];

/** Rules for sending an envelope of a kind. */
export const rulesOf = (kind: EnvelopeKind): EnvelopeRules => otherOf(kind) ?? callEnvelope(kind as ContractCall);

/** The arguments of a row were checked when it was built, for the same call. */
const callEnvelope = (call: ContractCall): EnvelopeRules => ({
  isDone: async ({ chain }, { wallet_address, call_arguments }: WalletEnvelope) =>
    (await walletCallsOf(call).rules[call]?.isDone?.(chain.contracts, wallet_address, call_arguments)) ?? false,
});
