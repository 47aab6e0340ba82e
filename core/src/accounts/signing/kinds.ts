import { callEnvelope } from "../../agreements/envelopes/calls.ts";
import type { EnvelopeRules } from "../../agreements/envelopes/rules.ts";
import { trustlineEnvelope } from "../../agreements/envelopes/trustline.ts";
import { claimEnvelope } from "../../payouts/drops/claim-envelope.ts";
import { type EnvelopeKind, walletCalls } from "../../store/db/schema/envelopes.ts";

type WalletCallName = (typeof walletCalls)[number];

export const kinds: Record<EnvelopeKind, EnvelopeRules> = {
  "drop-claim": claimEnvelope,
  trustline: trustlineEnvelope,
  // The same agreement can be proposed again: the effect of an earlier one proves nothing.
  "escrow.agree": { isDone: async () => false },
  ...(Object.fromEntries(walletCalls.map((call) => [call, callEnvelope(call)])) as Record<
    WalletCallName,
    EnvelopeRules
  >),
};
