import type { Programme } from "@merit/bindings/referral";
import { fromSeconds, toLedgerTime } from "../../base/days.ts";
import type { referralPrograms } from "../../store/db/schema/referrals.ts";

type Program = typeof referralPrograms.$inferSelect;

/** A programme's terms in the contract; amounts in stroops. */
export type Terms = Pick<
  Program,
  | "sponsor"
  | "bonus_referrer"
  | "bonus_newcomer"
  | "referrer_cap"
  | "budget"
  | "starts_at"
  | "ends_at"
  | "clawback_seconds"
>;

/** The service's condition for newcomers to qualify. `min_spend`: ten-millionths of a unit of `currency`. */
export type Rule = Pick<Program, "qualifies_on" | "min_spend" | "currency">;

export const termsOf = ({ starts_at, ends_at, clawback_window, ...terms }: Programme): Terms => ({
  ...terms,
  starts_at: fromSeconds(starts_at),
  ends_at: fromSeconds(ends_at),
  clawback_seconds: Number(clawback_window),
});

/** Terms as the contract takes them; `terms` may have more fields. */
export const programmeOf = (terms: Terms): Programme => ({
  sponsor: terms.sponsor,
  bonus_referrer: terms.bonus_referrer,
  bonus_newcomer: terms.bonus_newcomer,
  referrer_cap: terms.referrer_cap,
  budget: terms.budget,
  starts_at: toLedgerTime(terms.starts_at),
  ends_at: toLedgerTime(terms.ends_at),
  clawback_window: BigInt(terms.clawback_seconds),
});

/** A text that is the same for the same terms only. */
export const termsKey = (terms: Terms): string => Object.values(programmeOf(terms)).join(" ");

/** True if newcomers can qualify at this time. */
export const isRunning = ({ starts_at, ends_at }: Pick<Terms, "starts_at" | "ends_at">, at: Date): boolean =>
  starts_at <= at && at < ends_at;
