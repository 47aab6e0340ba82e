import { blob, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, int, stroops } from "../columns.ts";
import { merchants } from "./merchants.ts";

const payoutStatuses = ["open", "rebuilding", "lost"] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

/** The epoch that tells if this database may pay (payouts/batches/open.ts): one row. */
export const payoutEpoch = sqliteTable("payout_epoch", {
  id: int("id").primaryKey(),
  /** The epoch that a transaction of this database opened in the distribution contract; 0 before the first. */
  epoch: int("epoch").notNull(),
  /** Written before the transaction that asks for it is sent. */
  intended: int("intended").notNull(),
  /** Lowest issuance number that is given out now. */
  first_number: int("first_number").notNull(),
  status: text("status", { enum: payoutStatuses }).notNull(),
  /** Why it isn't open. */
  reason: text("reason"),
  updated_at: instant("updated_at").notNull(),
});

/** The confirmed rewards that the distribution contract counts, all with a number of 0.3.0 or later: one row. */
export const paidTotal = sqliteTable("paid_total", {
  id: int("id").primaryKey(),
  paid: int("paid").notNull(),
  /** Fingerprint of these rewards (chain/fingerprint.ts). */
  fingerprint: blob("fingerprint", { mode: "buffer" }).notNull(),
});

/** Fees that the fee account paid for a merchant, by the ledger's UTC day (its first instant). */
export const merchantFees = sqliteTable(
  "merchant_fees",
  {
    merchant_id: int("merchant_id")
      .notNull()
      .references(() => merchants.id),
    day: instant("day").notNull(),
    /** Stroops of XLM. */
    fees: stroops("fees").notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchant_id, table.day] })],
);
