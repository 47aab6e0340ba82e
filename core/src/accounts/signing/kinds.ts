import type { EnvelopeRules } from "../../agreements/envelopes/rules.ts";
import type { WalletEnvelope } from "../../agreements/envelopes/store.ts";
import { trustlineEnvelope } from "../../agreements/envelopes/trustline.ts";
import { walletCallNames, walletCallsOf } from "../../contracts.ts";
import { claimEnvelope } from "../../payouts/drops/claim-envelope.ts";
import type { ContractCall, EnvelopeKind } from "../../store/db/schema/envelopes.ts";

const others: Partial<Record<EnvelopeKind, EnvelopeRules>> = {
  "drop-claim": claimEnvelope,
  trustline: trustlineEnvelope,
  // The same agreement can be proposed again: the effect of an earlier one proves nothing.
  "escrow.agree": { isDone: async () => false },
};

export const envelopeKinds = [...(Object.keys(others) as (keyof typeof others)[]), ...walletCallNames];

/** Rules for sending an envelope of a kind. */
export const rulesOf = (kind: EnvelopeKind): EnvelopeRules => others[kind] ?? callEnvelope(kind as ContractCall);

/** The arguments of a row were checked when it was built, for the same call. */
const callEnvelope = (call: ContractCall): EnvelopeRules => ({
  isDone: async ({ chain }, { wallet_address, call_arguments }: WalletEnvelope) =>
    (await walletCallsOf(call).rules[call]?.isDone?.(chain.contracts, wallet_address, call_arguments)) ?? false,
});
