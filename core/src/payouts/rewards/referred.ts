import * as campaigns from "../../programmes/campaigns/store.ts";
import { onReward, programFor } from "../../programmes/referral-programs/qualify.ts";
import type { contractEvents } from "../../store/db/schema/contract-events.ts";
import type { Store } from "../../store/db/store.ts";
import { paymentsOf, type RewardData } from "./paid-events.ts";

/**
 * Has the newcomers qualify whom a `reward` event shows as paid, if their merchant's referral programme rewards that. In the commit
 * that stores the event.
 */
export async function qualifyRewarded(
  store: Store,
  event: typeof contractEvents.$inferSelect,
  now: Date,
): Promise<void> {
  const { campaign: number, payments } = event.data as Partial<RewardData>;
  // An event that this code's contract doesn't emit has other fields.
  if (number === undefined || payments === undefined) return;
  const campaign = await campaigns.byContractId(store, Number(number));
  if (!campaign) return;
  const program = await programFor(store, campaign.merchant_id, "first_reward", event.ledger_closed_at);
  if (!program) return;
  for (const payment of await paymentsOf(store, event)) {
    await onReward(store, program, { ...payment, campaignId: campaign.id }, now);
  }
}
