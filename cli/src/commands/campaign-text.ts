import type { OwnCampaign } from "../client.ts";
import { record } from "../output.ts";

function held({ on_missing_trustline, hold_until, ends_at }: OwnCampaign): string {
  return on_missing_trustline === "fail" ? "rewards fail" : `rewards wait until ${hold_until ?? ends_at}`;
}

/** The ledger keeps the status of a campaign whose time is over until the merchant ends it. */
export const campaignStatus = ({ status, expired }: Pick<OwnCampaign, "status" | "expired">) =>
  expired && status === "active" ? "active, but its time is over" : status;

export function campaignText(campaign: OwnCampaign): string {
  return record([
    ["Id", campaign.id],
    ["Name", campaign.name],
    ["Status", campaignStatus(campaign)],
    ["Next status", campaign.next_status ?? undefined],
    ["Next budget", campaign.next_budget ?? undefined],
    ["Next end", campaign.next_ends_at ?? undefined],
    ["Error", campaign.error_message ?? undefined],
    ["Budget", campaign.budget],
    ["Spent", campaign.spent],
    ["Reserved", campaign.reserved],
    ["Returned", campaign.remainder ?? undefined],
    ["Per wallet", campaign.per_wallet_cap ?? "no cap"],
    ["Starts", campaign.starts_at],
    ["Ends", campaign.ends_at],
    ["No trustline", held(campaign)],
    ["On-chain id", campaign.contract_campaign_id],
    ["Transaction", campaign.tx_hash],
  ]);
}
