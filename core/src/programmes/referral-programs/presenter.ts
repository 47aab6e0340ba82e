import { isoTime } from "../../base/days.ts";
import { formatAmount } from "../../base/money.ts";
import type { BonusStatus } from "../../store/db/schema/referrals.ts";
import type { OwnProgram, Program, ProgramChange, ProgramStatus, Referral, ReferralWallet } from "./store.ts";
import { isRunning, type Rule, type Terms } from "./terms.ts";

const timeOrNone = (time: Date | null) => (time === null ? null : isoTime(time));

const presentBonus = (amount: bigint | null, status: BonusStatus | null, tx_hash: string | null) =>
  amount === null || status === null ? null : { amount: formatAmount(amount), status, tx_hash };

/** A referral without the next actions of its reader. */
export const presentReferral = (referral: Referral) => ({
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
  tx_hash: referral.tx_hash,
  created_at: isoTime(referral.created_at),
  updated_at: isoTime(referral.updated_at),
});

export const presentWallet = ({ address, enrolled_at, referrer }: ReferralWallet) => ({
  wallet_address: address,
  enrolled: enrolled_at !== null,
  referrer,
});

// Programmes.

export const statusOf = (program: Program, now: Date): ProgramStatus =>
  program.ends_at <= now ? "over" : isRunning(program, now) ? "running" : "scheduled";

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

export const presentChange = (change: ProgramChange | undefined) =>
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
