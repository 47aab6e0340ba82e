import type { Context } from "@merit/core/context/context.ts";
import { isoTime } from "@merit/core/days.ts";
import type { Drop } from "@merit/core/drops/service.ts";
import { proofOf } from "@merit/core/drops/store.ts";
import type { UserShare } from "@merit/core/drops/user-drops.ts";
import { formatAmount } from "@merit/core/money.ts";

export const presentDrop = (drop: Drop) => ({
  id: drop.id,
  merchant_id: drop.merchant_id,
  name: drop.name,
  status: drop.status,
  total: formatAmount(drop.total),
  wallets: drop.leaves,
  root: drop.root,
  reference: drop.reference,
  opens_at: isoTime(drop.opens_at),
  expires_at: isoTime(drop.expires_at),
  contract_drop_id: drop.contract_drop_id,
  tx_hash: drop.tx_hash,
  sweep_tx_hash: drop.sweep_tx_hash,
  remainder: drop.remainder === null ? null : formatAmount(drop.remainder),
  error_message: drop.error_message,
  created_at: isoTime(drop.created_at),
  updated_at: isoTime(drop.updated_at),
});

export function presentShare({ chain, clock }: Context, { drop, share }: UserShare) {
  const now = clock.now();
  const isOpen = drop.status === "active" && drop.opens_at <= now && now < drop.expires_at;
  return {
    drop_id: drop.id,
    merchant_id: drop.merchant_id,
    name: drop.name,
    wallet_address: share.wallet_address,
    amount: formatAmount(share.amount),
    opens_at: isoTime(drop.opens_at),
    expires_at: isoTime(drop.expires_at),
    claimable: isOpen && (share.claim_status === null || share.claim_status === "failed"),
    claim_status: share.claim_status,
    claim_tx_hash: share.claim_tx_hash,
    claim_error: share.claim_error,
    contract_id: chain.manifest.contracts.distribution.id,
    contract_drop_id: drop.contract_drop_id,
    index: share.leaf,
    proof: proofOf(share.proof),
  };
}

/** A drop for users: with their own shares, without details for the merchant and the operator. */
export const presentDropOfUser = (context: Context, drop: Drop, shares: readonly UserShare[]) => ({
  ...presentDrop({ ...drop, error_message: null }),
  shares: shares.map((share) => presentShare(context, share)),
});
