import { isoTime } from "../../base/days.ts";
import { formatAmount } from "../../base/money.ts";
import type { Campaign } from "./store.ts";

/** A campaign as anyone may see it. */
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

/** A campaign as its merchant sees it. */
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
