import { isOpening } from "../campaigns/open.ts";
import type { Campaign } from "../campaigns/store.ts";
import * as reasons from "./reasons.ts";

/**
 * What a reward of this campaign waits for before it can be tried; null if for nothing. Uses this machine's clock, which is
 * only a first look: the ledger's decides.
 */
export function waitsFor(campaign: Pick<Campaign, "status" | "next_status" | "starts_at">, now: Date): string | null {
  const { status, starts_at } = campaign;
  if (isOpening(campaign)) return reasons.campaignPending;
  return status === "active" && starts_at > now ? reasons.notStarted(starts_at) : null;
}
