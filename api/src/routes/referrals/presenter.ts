import { presentReferral } from "@merit/core/programmes/referral-programs/presenter.ts";
import type { Referral } from "@merit/core/programmes/referral-programs/service.ts";

export const presentWithSteps = (referral: Referral, now: Date) => ({
  ...presentReferral(referral),
  next_steps: nextSteps(referral, now),
});

function nextSteps({ claimable_at, expires_at, ...row }: Referral, now: Date): string[] {
  const isPending = row.newcomer_status === "pending" || row.referrer_status === "pending";
  if (!isPending || claimable_at === null || expires_at === null || row.next_status !== null) return [];
  if (now < claimable_at) return ["revoke"];
  return now < expires_at ? ["claim"] : ["expire"];
}
