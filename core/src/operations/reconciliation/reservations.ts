import { formatAmount } from "../../base/money.ts";
import type { Difference } from "./differences.ts";
import { type Reserved, reservedOf, type VoucherRecord, voucherPage } from "./records.ts";
import type { Run } from "./run.ts";

// Compares what a campaign has reserved with its pending rewards and open vouchers, and each voucher with its reward.

function compareReserved(campaignId: number, { reserved, rewards, vouchers }: Reserved): Difference[] {
  if (reserved === rewards + vouchers) return [];
  const parts = `pending rewards ${formatAmount(rewards)}, open vouchers ${formatAmount(vouchers)}`;
  const records = `reserved ${formatAmount(reserved)}, ${parts}`;
  return [{ kind: "reserved_sum", where: { campaign_id: campaignId }, sides: { records } }];
}

/** A voucher is redeemed while its reward is pending or paid, and otherwise not. */
function compareVouchers(campaignId: number, page: readonly VoucherRecord[]): Difference[] {
  return page.flatMap(({ id, status, reward }) => {
    const hasReward = reward === "pending" || reward === "confirmed";
    if (hasReward === (status === "redeemed")) return [];
    const records = `voucher ${status}, reward ${reward ?? "none"}`;
    return [{ kind: "voucher_status", where: { campaign_id: campaignId, voucher_id: id }, sides: { records } }];
  });
}

export async function checkReservations(run: Run, campaignId: number): Promise<void> {
  await run.twice(async () => compareReserved(campaignId, await run.read((store) => reservedOf(store, campaignId))));
  for (let after = 0; ; ) {
    let last: number | undefined;
    await run.twice(async () => {
      const page = await run.read((store) => voucherPage(store, campaignId, after));
      last = page.at(-1)?.id;
      return compareVouchers(campaignId, page);
    });
    if (last === undefined) return;
    after = last;
  }
}
