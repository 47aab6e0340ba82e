import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  check,
  index,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { id, instant, int } from "../columns.ts";
import { merchants } from "./merchants.ts";
import { users } from "./users.ts";

// `point_transactions` is the ledger: rows are added and never changed or deleted (triggers refuse it). The three tables
// behind it are derived from it in the same commit, so that a balance costs the same after 100,000 rows.

export const pointKinds = [
  "award",
  "earning",
  "reward",
  "daily_bonus",
  "referral_bonus",
  "redemption",
  "refund",
  "adjustment",
  "cancellation",
  "expiry",
] as const;
export type PointKind = (typeof pointKinds)[number];

export const pointTransactions = sqliteTable(
  "point_transactions",
  {
    id: id(),
    user_id: int("user_id")
      .notNull()
      .references(() => users.id),
    /** Merchant of the points; null: the platform's own. */
    merchant_id: int("merchant_id").references(() => merchants.id),
    kind: text("kind", { enum: pointKinds }).notNull(),
    /** Whole points; negative takes away. */
    points: int("points").notNull(),
    /** Cause, such as `redemption:7`: a user's ledger has each cause once. */
    cause: text("cause").notNull(),
    /** Reason for people to read; null where kind and cause say it all. */
    reason: text("reason"),
    /** The row that a refund or cancellation undoes; nothing is undone twice. */
    reverses: int("reverses").references((): AnySQLiteColumn => pointTransactions.id),
    /** Points of a credit can be spent from here on. */
    available_at: instant("available_at").notNull(),
    /** End of a UTC day; null: they don't expire, or (refunds) each part when the spent one would have. */
    expires_at: instant("expires_at"),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("point_transactions_by_cause").on(table.user_id, table.cause),
    // Finds who got points under a merchant's reference. Not unique: in version 0.3, each user could have it once.
    index("point_transactions_by_award").on(table.cause).where(sql`kind = 'award'`),
    uniqueIndex("point_transactions_by_reversed").on(table.reverses),
    index("point_transactions_by_user").on(table.user_id, table.id),
    index("point_transactions_by_merchant").on(table.merchant_id, table.id),
    index("point_transactions_by_merchant_and_time").on(table.merchant_id, table.created_at, table.id),
    index("point_transactions_by_time").on(table.created_at),
    check("point_transactions_move_something", sql`points <> 0`),
  ],
);

/** Purses of the derived tables: a merchant's id, or this for the platform's points (a key column can't be null). */
export const PLATFORM_PURSE = 0;

/** Points that a user has in a purse: the sum of its rows in the ledger, pending points included. */
export const pointBalances = sqliteTable(
  "point_balances",
  {
    user_id: int("user_id")
      .notNull()
      .references(() => users.id),
    purse: int("purse").notNull(),
    balance: int("balance").notNull(),
    /** All points that ever became spendable, without refunds and adjustments: decides the tier. */
    lifetime: int("lifetime").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.purse] }),
    check("point_balances_hold", sql`balance >= 0 and lifetime >= 0`),
  ],
);

/** `expires_at` of lots that never expire: the last instant that a date can hold. */
export const NEVER = new Date(8_640_000_000_000_000);

/** Spendable points by the day on which they expire: at most one lot per user, purse and day, so there are few. */
export const pointLots = sqliteTable(
  "point_lots",
  {
    user_id: int("user_id")
      .notNull()
      .references(() => users.id),
    purse: int("purse").notNull(),
    expires_at: instant("expires_at").notNull(),
    points: int("points").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.purse, table.expires_at] }),
    index("point_lots_by_expiry").on(table.expires_at),
    check("point_lots_hold", sql`points >= 0`),
  ],
);

/** Credits that can't be spent yet; each leaves when it becomes available or is cancelled. */
export const pendingPoints = sqliteTable(
  "pending_points",
  {
    transaction_id: int("transaction_id")
      .primaryKey()
      .references(() => pointTransactions.id),
    user_id: int("user_id").notNull(),
    purse: int("purse").notNull(),
    points: int("points").notNull(),
    available_at: instant("available_at").notNull(),
    expires_at: instant("expires_at").notNull(),
  },
  (table) => [
    index("pending_points_by_user").on(table.user_id, table.available_at),
    index("pending_points_by_time").on(table.available_at),
  ],
);

/** The lots that a debit took its points from: a refund gives them back with the time that they had left. */
export const pointUses = sqliteTable(
  "point_uses",
  {
    transaction_id: int("transaction_id")
      .notNull()
      .references(() => pointTransactions.id),
    expires_at: instant("expires_at").notNull(),
    points: int("points").notNull(),
  },
  (table) => [primaryKey({ columns: [table.transaction_id, table.expires_at] })],
);
