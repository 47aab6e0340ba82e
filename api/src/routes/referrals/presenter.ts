import { isoTime } from "@merit/core/days.ts";
import type { BonusStatus } from "@merit/core/db/schema/referrals.ts";
import { formatAmount } from "@merit/core/money.ts";
import type { Referral } from "@merit/core/referral-programs/service.ts";

const timeOrNone = (time: Date | null) => (time === null ? null : isoTime(time));

const presentBonus = (amount: bigint | null, status: BonusStatus | null, tx_hash: string | null) =>
  amount === null || status === null ? null : { amount: formatAmount(amount), status, tx_hash };

export const presentReferral = (referral: Referral, now: Date) => ({
  id: referral.id,
  merchant_id: referral.merchant_id,
  newcomer: referral.newcomer,
  referrer: referral.referrer,
  status: referral.status,
  next_status: referral.next_status,
  error_message: referral.error_message,
  reason: referral.reason,
  for_newcomer: presentBonus(referral.bonus_newcomer, referral.newcomer_status, referral.newcomer_tx_hash),
  for_referrer: presentBonus(referral.bonus_referrer, referral.referrer_status, referral.referrer_tx_hash),
  claimable_at: timeOrNone(referral.claimable_at),
  expires_at: timeOrNone(referral.expires_at),
  next_steps: nextSteps(referral, now),
  tx_hash: referral.tx_hash,
  created_at: isoTime(referral.created_at),
  updated_at: isoTime(referral.updated_at),
});

function nextSteps({ claimable_at, expires_at, ...row }: Referral, now: Date): string[] {
  const isPending = row.newcomer_status === "pending" || row.referrer_status === "pending";
  if (!isPending || claimable_at === null || expires_at === null || row.next_status !== null) return [];
  if (now < claimable_at) return ["revoke"];
  return now < expires_at ? ["claim"] : ["expire"];
}
