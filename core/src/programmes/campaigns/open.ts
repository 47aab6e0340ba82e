import { campaignExpired, campaignNotActive, campaignNotStarted, campaignPending } from "./problems.ts";
import type { Campaign } from "./store.ts";

/** True while its budget is being reserved: the campaign was just created, or is a draft that is being funded. */
export const isOpening = ({ status, next_status }: Pick<Campaign, "status" | "next_status">) =>
  status === "pending" || (status === "draft" && next_status === "active");

/**
 * Checks that a campaign pays now. The ledger's clock decides in the end; this is the answer for callers and the worker's
 * first look. Statuses before windows: a failed campaign that also expired is failed.
 * @throws Problem 409 that says why it doesn't
 */
export function requireOpen(campaign: Campaign, now: Date): void {
  if (isOpening(campaign)) throw campaignPending(campaign.id);
  if (campaign.status !== "active") throw campaignNotActive(campaign.id, campaign.status);
  if (campaign.ends_at <= now) throw campaignExpired(campaign.id, campaign.ends_at);
  if (campaign.starts_at > now) throw campaignNotStarted(campaign.id, campaign.starts_at);
}
