import { fromSeconds, isoTime } from "@merit/core/days.ts";
import { formatAmount } from "@merit/core/money.ts";
import type { LiveSchedule } from "@merit/core/vesting/service.ts";
import type { ScheduleRow } from "@merit/core/vesting/store.ts";

/** An offer that is over is left out. */
export function presentRow(row: ScheduleRow, now: Date) {
  const isOffered = row.offer_ends_at !== null && row.offer_ends_at > now;
  return {
    schedule: row.schedule,
    status: row.status,
    funder: row.funder,
    granted_to: row.granted_to,
    beneficiary: row.beneficiary,
    total: formatAmount(row.total),
    released: formatAmount(row.released),
    refunded: formatAmount(row.refunded),
    revocable: row.revocable,
    revoked_at: isoTime(row.revoked_at),
    offered_to: isOffered ? row.offered_to : null,
    offer_ends_at: isOffered ? isoTime(row.offer_ends_at) : null,
    tx_hash: row.tx_hash,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  };
}

const timeOf = (seconds: bigint) => isoTime(fromSeconds(seconds));

export function presentSchedule({ plan, ...live }: LiveSchedule, now: Date) {
  const linear = plan.tag === "Linear" ? plan.values[0] : null;
  const tranches = plan.tag === "Tranches" ? plan.values[0] : null;
  return {
    ...presentRow(live, now),
    revoker: live.revoker,
    linear: linear && { starts_at: timeOf(linear.start), cliff_at: timeOf(linear.cliff), ends_at: timeOf(linear.end) },
    tranches: tranches?.map(({ time, amount }) => ({ at: timeOf(time), amount: formatAmount(amount) })) ?? null,
    vested: formatAmount(live.vested),
    claimable: formatAmount(live.claimable),
    next_vesting_at: isoTime(live.next_vesting_at),
    ends_at: isoTime(live.ends_at),
    next_steps: live.next_steps.map(({ call, wallet, until }) => ({
      call,
      wallet_address: wallet,
      until: isoTime(until),
    })),
  };
}
