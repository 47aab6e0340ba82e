import { sql } from "drizzle-orm";
import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant, int, stroops } from "../columns.ts";
import { campaigns } from "./campaigns.ts";
import { merchants } from "./merchants.ts";
import { submissions } from "./submissions.ts";
import { vouchers } from "./vouchers.ts";

export const issuanceStatuses = ["pending", "confirmed", "failed"] as const;
export type IssuanceStatus = (typeof issuanceStatuses)[number];

export const issuances = sqliteTable(
  "reward_issuances",
  {
    id: id(),
    merchant_id: int("merchant_id")
      .notNull()
      .references(() => merchants.id),
    idempotency_key: text("idempotency_key").notNull(),
    campaign_id: int("campaign_id")
      .notNull()
      .references(() => campaigns.id),
    user_id: int("user_id"),
    /** The voucher that it is for; null: none. */
    voucher_id: int("voucher_id").references(() => vouchers.id),
    /** Wallet and amount are null if the payment is known only from the contract's mark, until its event is read. */
    wallet_address: text("wallet_address"),
    amount: stroops("amount"),
    status: text("status", { enum: issuanceStatuses }).notNull(),
    /** The contract keeps (campaign, number) -> reference: it refuses to pay a number twice. */
    number: int("number").notNull(),
    /** 8-byte hex: first bytes of SHA-256 over merchant id and idempotency key. */
    reference: text("reference").notNull(),
    /** The transaction that carries this issuance now; null while none is open. */
    submission_id: int("submission_id").references(() => submissions.id),
    tx_hash: text("tx_hash"),
    error_message: text("error_message"),
    /** How often a worker has picked it up. */
    attempts: int("attempts").notNull(),
    /** When a worker last did. */
    claimed_at: instant("claimed_at"),
    /** Since when it waits for its wallet's trustline; null: it doesn't. */
    held_at: instant("held_at"),
    /** When it waited for that first; null: it never did. */
    first_held_at: instant("first_held_at"),
    /** When it was found paid on the ledger, after the database had been turned back; null: it wasn't. */
    rebuilt_at: instant("rebuilt_at"),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("issuances_by_key").on(table.merchant_id, table.idempotency_key),
    uniqueIndex("issuances_by_number").on(table.campaign_id, table.number),
    index("issuances_by_merchant").on(table.merchant_id, table.id),
    index("issuances_by_time").on(table.merchant_id, table.created_at, table.id),
    // Helps also with a status that few or no rows have: without the index, a list would read all rows to find out.
    index("issuances_by_status").on(table.merchant_id, table.status, table.id),
    index("issuances_by_campaign").on(table.merchant_id, table.campaign_id, table.id),
    index("issuances_by_campaign_and_status").on(table.merchant_id, table.campaign_id, table.status, table.id),
    // Includes the merchant, so that SQLite prefers it to the status when both are given.
    index("issuances_by_wallet").on(table.wallet_address, table.merchant_id, table.id),
    index("issuances_held").on(table.wallet_address).where(sql`held_at is not null`),
    index("issuances_held_by_merchant")
      .on(table.merchant_id, table.wallet_address, table.id)
      .where(sql`held_at is not null`),
    uniqueIndex("issuances_by_voucher").on(table.voucher_id).where(sql`voucher_id is not null`),
    index("issuances_by_submission").on(table.submission_id),
    /** Finds confirmed rewards without a known transaction: few, and none for long. */
    index("issuances_unexplained")
      .on(table.campaign_id, table.number)
      .where(sql`status = 'confirmed' and tx_hash is null`),
  ],
);
