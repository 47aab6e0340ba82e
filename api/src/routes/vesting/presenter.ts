import { presentRow } from "@merit/core/agreements/vesting/presenter.ts";
import type { LiveSchedule } from "@merit/core/agreements/vesting/service.ts";
import { fromSeconds, isoTime } from "@merit/core/base/days.ts";
import { formatAmount } from "@merit/core/base/money.ts";

const timeOf = (seconds: bigint) => isoTime(fromSeconds(seconds));

export function presentSchedule({ plan, now, ...live }: LiveSchedule) {
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
