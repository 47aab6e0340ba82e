import type { Campaign } from "@merit/core/campaigns/service.ts";
import { isoTime } from "@merit/core/days.ts";
import { formatAmount } from "@merit/core/money.ts";
import type { DryRun, Forecast, PlannedReward } from "@merit/core/payouts/dry-run.ts";

export const presentCampaign = (campaign: Campaign, now: Date) => ({
  id: campaign.id,
  merchant_id: campaign.merchant_id,
  name: campaign.name,
  budget: formatAmount(campaign.budget),
  spent: formatAmount(campaign.spent),
  status: campaign.status,
  expired: campaign.ends_at <= now,
  starts_at: isoTime(campaign.starts_at),
  ends_at: isoTime(campaign.ends_at),
  contract_campaign_id: campaign.contract_campaign_id,
  tx_hash: campaign.tx_hash,
  per_wallet_cap: campaign.per_wallet_cap === null ? null : formatAmount(campaign.per_wallet_cap),
  on_missing_trustline: campaign.on_missing_trustline,
  hold_until: campaign.hold_until === null ? null : isoTime(campaign.hold_until),
  created_at: isoTime(campaign.created_at),
});

export const presentOwnCampaign = (campaign: Campaign, now: Date) => ({
  ...presentCampaign(campaign, now),
  reserved: formatAmount(campaign.reserved),
  next_status: campaign.next_status,
  next_budget: campaign.next_budget === null ? null : formatAmount(campaign.next_budget),
  next_ends_at: isoTime(campaign.next_ends_at),
  remainder: campaign.remainder === null ? null : formatAmount(campaign.remainder),
  status_tx_hash: campaign.status_tx_hash,
  error_message: campaign.error_message,
  updated_at: isoTime(campaign.updated_at),
});

export function presentDryRun(
  campaignId: number,
  plan: readonly PlannedReward[],
  { forecasts, transactions, fee }: DryRun,
) {
  const share = (outcome: Forecast["outcome"]) => {
    const chosen = plan.filter((_, index) => forecasts[index]?.outcome === outcome);
    return { count: chosen.length, amount: formatAmount(chosen.reduce((sum, { amount }) => sum + amount, 0n)) };
  };
  return {
    campaign_id: campaignId,
    payable: share("paid"),
    waiting: share("waits"),
    failing: share("fails"),
    fees: { transactions, xlm: formatAmount(fee) },
    rewards: plan.map(({ wallet_address, amount }, index) => ({
      wallet_address,
      amount: formatAmount(amount),
      ...forecasts[index],
    })),
  };
}
