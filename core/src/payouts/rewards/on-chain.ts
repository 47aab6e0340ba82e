import type { ContractEvent, ContractRecord } from "../../context/contract.ts";
import * as campaigns from "../../programmes/campaigns/store.ts";
import { onReward, programFor } from "../../programmes/referral-programs/qualify.ts";
import type { Store } from "../../store/db/store.ts";
import { explainPayments, paymentsOf, type RewardData } from "./paid-events.ts";

/** Records what an event of the campaign contract says of rewards, in the commit that stores it. */
export const recordReward: ContractRecord["record"] = async (store, event, { settings, clock }) => {
  if (event.type !== "reward") return;
  const now = clock.now();
  await explainPayments(store, event.id, { settings, now });
  await qualifyRewarded(store, event, now);
};

/** Has the newcomers qualify whom a `reward` event shows as paid, if their merchant's referral programme rewards that. */
async function qualifyRewarded(store: Store, event: ContractEvent, now: Date): Promise<void> {
  const { campaign: number, payments } = event.data as Partial<RewardData>;
  // An event that this code's contract doesn't emit has other fields.
  if (number === undefined || payments === undefined) return;
  const campaign = await campaigns.byContractId(store, Number(number));
  if (!campaign) return;
  const program = await programFor(store, campaign.merchant_id, "first_reward", event.ledger_closed_at);
  if (!program) return;
  for (const payment of await paymentsOf(store, event)) {
    await onReward(store, program, { ...payment, campaignId: campaign.id, event }, now);
  }
}
