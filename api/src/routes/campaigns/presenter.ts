import { formatAmount } from "@merit/core/base/money.ts";
import type { DryRun, Forecast, PlannedReward } from "@merit/core/payouts/batches/dry-run.ts";

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
