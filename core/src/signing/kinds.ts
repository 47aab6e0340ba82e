import { type EnvelopeKind, walletCalls } from "../db/schema/envelopes.ts";
import { claimEnvelope } from "../drops/claim-envelope.ts";
import { callEnvelope } from "../envelopes/calls.ts";
import type { EnvelopeRules } from "../envelopes/rules.ts";
import { trustlineEnvelope } from "../envelopes/trustline.ts";

type WalletCallName = (typeof walletCalls)[number];

export const kinds: Record<EnvelopeKind, EnvelopeRules> = {
  "drop-claim": claimEnvelope,
  trustline: trustlineEnvelope,
  // What the two agreed on can be proposed again: an earlier one's effect proves nothing.
  "escrow.agree": { isDone: async () => false },
  ...(Object.fromEntries(walletCalls.map((call) => [call, callEnvelope(call)])) as Record<
    WalletCallName,
    EnvelopeRules
  >),
};
