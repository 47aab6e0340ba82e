import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant, int, stroops } from "../columns.ts";
import { campaigns } from "./campaigns.ts";
import { merchants } from "./merchants.ts";

/** Vouchers that were made in one call: they have one amount and one expiry. */
export const voucherBatches = sqliteTable(
  "voucher_batches",
  {
    id: id(),
    merchant_id: int("merchant_id")
      .notNull()
      .references(() => merchants.id),
    campaign_id: int("campaign_id")
      .notNull()
      .references(() => campaigns.id),
    /** Amount of each voucher, stroops. */
    amount: stroops("amount").notNull(),
    count: int("count").notNull(),
    expires_at: instant("expires_at").notNull(),
    created_at: instant("created_at").notNull(),
  },
  (table) => [index("voucher_batches_by_campaign").on(table.campaign_id, table.id)],
);

export const voucherStatuses = ["open", "redeemed", "cancelled", "expired"] as const;
export type VoucherStatus = (typeof voucherStatuses)[number];

export const vouchers = sqliteTable(
  "vouchers",
  {
    id: id(),
    batch_id: int("batch_id")
      .notNull()
      .references(() => voucherBatches.id),
    campaign_id: int("campaign_id").notNull(),
    /** SHA-256 of the code, hex. */
    code_hash: text("code_hash").notNull().unique(),
    /** Reference of its reward, whenever it is redeemed: 8 bytes, hex. */
    reference: text("reference").notNull(),
    /** The campaign has the amount reserved for an open one; for a redeemed one, its reward has it. */
    status: text("status", { enum: voucherStatuses }).notNull(),
    /** When the status last changed. */
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    index("vouchers_by_campaign").on(table.campaign_id, table.id),
    index("vouchers_by_status").on(table.campaign_id, table.status, table.id),
    index("vouchers_by_batch").on(table.batch_id, table.status),
    index("vouchers_by_reference").on(table.reference),
  ],
);
