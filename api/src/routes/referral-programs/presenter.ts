import { isoTime } from "@merit/core/days.ts";
import { formatAmount } from "@merit/core/money.ts";
import {
  type Funds,
  type OwnProgram,
  type Program,
  type ProgramChange,
  statusOf,
} from "@merit/core/referral-programs/service.ts";
import type { Rule, Terms } from "@merit/core/referral-programs/terms.ts";

const orNone = (amount: bigint | null) => (amount === null || amount === 0n ? null : formatAmount(amount));

const presentTerms = (terms: Terms & Rule) => ({
  sponsor: terms.sponsor,
  bonus_referrer: orNone(terms.bonus_referrer),
  bonus_newcomer: orNone(terms.bonus_newcomer),
  referrer_cap: formatAmount(terms.referrer_cap),
  budget: formatAmount(terms.budget),
  starts_at: isoTime(terms.starts_at),
  ends_at: isoTime(terms.ends_at),
  clawback_seconds: terms.clawback_seconds,
  qualifies_on: terms.qualifies_on,
  min_spend: orNone(terms.min_spend),
  currency: terms.currency,
});

export const presentProgram = (program: Program, now: Date) => ({
  merchant_id: program.merchant_id,
  status: statusOf(program, now),
  ...presentTerms(program),
  tx_hash: program.tx_hash,
  created_at: isoTime(program.created_at),
  updated_at: isoTime(program.updated_at),
});

export const presentWithFunds = (program: Program, { free, pending, paid }: Funds, now: Date) => ({
  ...presentProgram(program, now),
  funds: { free: formatAmount(free), pending: formatAmount(pending), paid: formatAmount(paid) },
  next_steps: nextSteps(program, { free, pending, paid }, now),
});

function nextSteps(program: Program, { free, pending, paid }: Funds, now: Date): string[] {
  if (statusOf(program, now) === "over") return free > 0n ? ["settle"] : [];
  return free + pending + paid < program.budget ? ["fund", "leave"] : ["leave"];
}

const presentChange = (change: ProgramChange | undefined) =>
  change
    ? {
        status: change.status,
        error_message: change.error_message,
        ...presentTerms(change),
        updated_at: isoTime(change.updated_at),
      }
    : null;

export const presentAsked = ({ program, change }: OwnProgram, now: Date) => ({
  program: program ? presentProgram(program, now) : null,
  change: presentChange(change),
});

/** `funds`: null without a programme on the ledger. */
export const presentOwn = ({ program, change }: OwnProgram, funds: Funds | null, now: Date) => ({
  program: program && funds ? presentWithFunds(program, funds, now) : null,
  change: presentChange(change),
});
