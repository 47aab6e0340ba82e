import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant, int, stroops } from "../columns.ts";
import { merchants } from "./merchants.ts";

export const grantStatuses = ["pending", "confirmed", "failed"] as const;

/** Tokens that an administrator moves from the treasury to a merchant's balance in the pool. */
export const merchantGrants = sqliteTable(
  "merchant_grants",
  {
    id: id(),
    merchant_id: int("merchant_id")
      .notNull()
      .references(() => merchants.id),
    amount: stroops("amount").notNull(),
    /** 32 bytes, hex, of the caller's Idempotency-Key: neither table nor contract takes one twice. */
    reference: text("reference").notNull().unique(),
    status: text("status", { enum: grantStatuses }).notNull(),
    /** Null while it isn't confirmed, or if the contract says that an earlier transaction made it. */
    tx_hash: text("tx_hash"),
    error_message: text("error_message"),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [index("merchant_grants_by_merchant").on(table.merchant_id, table.id)],
);
