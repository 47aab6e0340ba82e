import { formatAmount } from "@merit/core/base/money.ts";
import { presentChange, presentProgram, statusOf } from "@merit/core/programmes/referral-programs/presenter.ts";
import type { Funds, Program } from "@merit/core/programmes/referral-programs/service.ts";
import type { OwnProgram } from "@merit/core/programmes/referral-programs/store.ts";

const presentWithFunds = (program: Program, { free, pending, paid }: Funds, now: Date) => ({
  ...presentProgram(program, now),
  funds: { free: formatAmount(free), pending: formatAmount(pending), paid: formatAmount(paid) },
  next_steps: nextSteps(program, { free, pending, paid }, now),
});

function nextSteps(program: Program, { free, pending, paid }: Funds, now: Date): string[] {
  if (statusOf(program, now) === "over") return free > 0n ? ["settle"] : [];
  return free + pending + paid < program.budget ? ["fund", "leave"] : ["leave"];
}

/** `funds`: null without a programme on the ledger. */
export const presentShown = ({ program, change }: OwnProgram, funds: Funds | null, now: Date) => ({
  program: program && funds ? presentWithFunds(program, funds, now) : null,
  change: presentChange(change),
});
