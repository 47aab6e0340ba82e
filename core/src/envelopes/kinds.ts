import type { Context } from "../context.ts";
import { type EnvelopeKind, walletCalls } from "../db/schema/envelopes.ts";
import type { Store } from "../db/store.ts";
import { claimEnvelope } from "../drops/claim-envelope.ts";
import { trustlineEnvelope } from "../trustline/envelope.ts";
import { callEnvelope } from "./calls.ts";
import type { Finish, WalletEnvelope } from "./store.ts";

/** What each kind of envelope adds to being sent. */
export interface EnvelopeRules {
  /** In the commit that accepts it. @throws Problem 409 where it would be refused */
  start?(store: Store, row: WalletEnvelope): Promise<unknown>;
  /** Whether the ledger has what it does, by whatever transaction. @throws RpcUnavailable */
  isDone(context: Context, row: WalletEnvelope): Promise<boolean>;
  /** In the commit that records its end. */
  finish?(store: Store, row: WalletEnvelope, result: Finish): Promise<unknown>;
}

type WalletCallName = (typeof walletCalls)[number];

export const kinds: Record<EnvelopeKind, EnvelopeRules> = {
  "drop-claim": claimEnvelope,
  trustline: trustlineEnvelope,
  ...(Object.fromEntries(walletCalls.map((call) => [call, callEnvelope(call)])) as Record<
    WalletCallName,
    EnvelopeRules
  >),
};
