import { sql } from "drizzle-orm";
import { check, index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant, int, stroops } from "../columns.ts";
import { merchants } from "./merchants.ts";
import { users } from "./users.ts";

export const qualifications = ["first_reward", "spend"] as const;

/** A programme's terms in the contract. */
const terms = {
  /** Funds the programme, and gets back what is left. */
  sponsor: text("sponsor").notNull(),
  bonus_referrer: stroops("bonus_referrer").notNull(),
  bonus_newcomer: stroops("bonus_newcomer").notNull(),
  /** Most that one referrer gets. */
  referrer_cap: stroops("referrer_cap").notNull(),
  budget: stroops("budget").notNull(),
  starts_at: instant("starts_at").notNull(),
  ends_at: instant("ends_at").notNull(),
  clawback_seconds: int("clawback_seconds").notNull(),
};

/** Condition of kind spend only: money in one currency (ISO 4217), in ten-millionths of a unit. */
const spend = { min_spend: stroops("min_spend"), currency: text("currency") };

/** Referral programmes as the ledger has them; the contract keeps one for each merchant. */
export const referralPrograms = sqliteTable("referral_programs", {
  id: id(),
  merchant_id: int("merchant_id")
    .notNull()
    .unique()
    .references(() => merchants.id),
  ...terms,
  /** Null: nobody qualifies, since the merchant hasn't told this database what for. */
  qualifies_on: text("qualifies_on", { enum: qualifications }),
  ...spend,
  /** Transaction that set the terms. */
  tx_hash: text("tx_hash"),
  created_at: instant("created_at").notNull(),
  updated_at: instant("updated_at").notNull(),
});

/** Terms that a merchant asked for and the ledger doesn't have yet; they go when it has. */
export const referralProgramChanges = sqliteTable("referral_program_changes", {
  merchant_id: int("merchant_id")
    .primaryKey()
    .references(() => merchants.id),
  ...terms,
  qualifies_on: text("qualifies_on", { enum: qualifications }).notNull(),
  ...spend,
  /** The contract's terms that they replace, as `termsKey` writes them; null: none. */
  replaces: text("replaces"),
  status: text("status", { enum: ["pending", "failed"] }).notNull(),
  error_message: text("error_message"),
  created_at: instant("created_at").notNull(),
  updated_at: instant("updated_at").notNull(),
});

/** Wallets that joined the contract for good: as referrers, or by naming their own. */
export const referralWallets = sqliteTable("referral_wallets", {
  address: text("address").primaryKey(),
  enrolled_at: instant("enrolled_at"),
  referrer: text("referrer"),
  bound_at: instant("bound_at"),
});

export const referralStatuses = ["qualifying", "failed", "qualified", "revoked"] as const;
export type ReferralStatus = (typeof referralStatuses)[number];

export const bonusStatuses = ["pending", "paid", "revoked", "expired"] as const;
export type BonusStatus = (typeof bonusStatuses)[number];

/** A newcomer in a programme, which rewards it once. */
export const referrals = sqliteTable(
  "referrals",
  {
    id: id(),
    merchant_id: int("merchant_id")
      .notNull()
      .references(() => merchants.id),
    /** Wallets. */
    newcomer: text("newcomer").notNull(),
    referrer: text("referrer").notNull(),
    /** User who had the wallet when it qualified; null: nobody. */
    user_id: int("user_id").references(() => users.id),
    /** The reward or event for which the service had it qualify; null: somebody else did. */
    cause: text("cause"),
    /** `qualifying`: its transaction is on its way; `failed`: it will not qualify. */
    status: text("status", { enum: referralStatuses }).notNull(),
    /** `revoked` while that transaction is on its way. */
    next_status: text("next_status", { enum: referralStatuses }),
    /** Why it waits, or has failed. */
    error_message: text("error_message"),
    /** The merchant's reason for revoking it. */
    reason: text("reason"),
    /** Null until it qualified; its status is also null where the side has no bonus. */
    bonus_newcomer: stroops("bonus_newcomer"),
    newcomer_status: text("newcomer_status", { enum: bonusStatuses }),
    bonus_referrer: stroops("bonus_referrer"),
    referrer_status: text("referrer_status", { enum: bonusStatuses }),
    /** Time until which it can be revoked; from then on each side can claim, until it expires. */
    claimable_at: instant("claimable_at"),
    expires_at: instant("expires_at"),
    /** Transactions that set the bonuses aside, and that ended each of them. */
    tx_hash: text("tx_hash"),
    newcomer_tx_hash: text("newcomer_tx_hash"),
    referrer_tx_hash: text("referrer_tx_hash"),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("referrals_by_newcomer").on(table.newcomer, table.merchant_id),
    index("referrals_by_referrer").on(table.referrer, table.id),
    index("referrals_by_merchant").on(table.merchant_id, table.id),
    index("referrals_by_status").on(table.merchant_id, table.status, table.id),
    index("referrals_by_user").on(table.user_id, table.merchant_id),
    check("referrals_hold", sql`(status in ('qualifying', 'failed')) = (claimable_at is null)`),
  ],
);
