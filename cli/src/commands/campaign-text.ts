import type { OwnCampaign } from "../client.ts";
import { record } from "../output.ts";

export function campaignText(campaign: OwnCampaign): string {
  return record([
    ["Id", campaign.id],
    ["Name", campaign.name],
    ["Status", campaign.status],
    ["Next status", campaign.next_status ?? undefined],
    ["Error", campaign.error_message ?? undefined],
    ["Budget", campaign.budget],
    ["Spent", campaign.spent],
    ["Reserved", campaign.reserved],
    ["Returned", campaign.remainder ?? undefined],
    ["Per wallet", campaign.per_wallet_cap ?? "no cap"],
    ["Starts", campaign.starts_at],
    ["Ends", campaign.ends_at],
    ["On-chain id", campaign.contract_campaign_id],
    ["Transaction", campaign.tx_hash],
  ]);
}
