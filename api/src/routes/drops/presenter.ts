import { formatAmount } from "@merit/core/base/money.ts";
import type { Context } from "@merit/core/context/context.ts";
import { presentDrop, presentShareState } from "@merit/core/payouts/drops/presenter.ts";
import type { Drop } from "@merit/core/payouts/drops/service.ts";
import { type claimedOf, proofOf } from "@merit/core/payouts/drops/store.ts";
import type { UserShare } from "@merit/core/payouts/drops/user-drops.ts";

/** @param now the ledger's time */
export function presentShare({ chain }: Context, { drop, share }: UserShare, now: Date) {
  const isOpen = drop.status === "active" && drop.opens_at <= now && now < drop.expires_at;
  return {
    ...presentShareState(drop, share),
    claimable: isOpen && (share.claim_status === null || share.claim_status === "failed"),
    contract_id: chain.manifest.contracts.distribution.id,
    proof: proofOf(share.proof),
  };
}

/** A drop for its merchant, with how much of it was claimed and what can be done. */
export const presentDropOfMerchant = (
  drop: Drop,
  { wallets, amount }: Awaited<ReturnType<typeof claimedOf>>,
  now: Date,
) => ({
  ...presentDrop(drop),
  claimed: { wallets, amount: formatAmount(amount) },
  next_steps: nextSteps(drop, now),
});

function nextSteps({ status, opens_at, expires_at }: Drop, now: Date): string[] {
  if (status !== "active") return [];
  if (now < opens_at) return ["cancel"];
  return now < expires_at ? [] : ["sweep"];
}

/** A drop for users: with their own shares, without details for the merchant and the operator. */
export const presentDropOfUser = (
  context: Context,
  drop: Drop,
  { shares, now }: { shares: readonly UserShare[]; now: Date },
) => ({
  ...presentDrop({ ...drop, error_message: null }),
  shares: shares.map((share) => presentShare(context, share, now)),
});
