import { sql } from "drizzle-orm";
import { index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant, int, stroops } from "../columns.ts";
import { merchants } from "./merchants.ts";

export const dropStatuses = ["pending", "active", "sweeping", "swept", "cancelling", "cancelled", "failed"] as const;
export type DropStatus = (typeof dropStatuses)[number];

/** Lists of wallets and amounts of which the ledger keeps the root (docs/drops.md). */
export const drops = sqliteTable(
  "drops",
  {
    id: id(),
    merchant_id: int("merchant_id")
      .notNull()
      .references(() => merchants.id),
    name: text("name").notNull(),
    /** 32-byte hex given to the contract, which makes creation idempotent; part of every leaf. */
    reference: text("reference").notNull().unique(),
    /** Root of the Merkle tree, 32-byte hex. */
    root: text("root").notNull(),
    total: stroops("total").notNull(),
    leaves: int("leaves").notNull(),
    status: text("status", { enum: dropStatuses }).notNull(),
    opens_at: instant("opens_at").notNull(),
    expires_at: instant("expires_at").notNull(),
    contract_drop_id: int("contract_drop_id").unique(),
    tx_hash: text("tx_hash"),
    /** Transaction of the sweep or the cancellation. */
    sweep_tx_hash: text("sweep_tx_hash"),
    /** Stroops that it returned to the merchant's balance. */
    remainder: stroops("remainder"),
    error_message: text("error_message"),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    index("drops_by_merchant").on(table.merchant_id, table.id),
    index("drops_by_status").on(table.merchant_id, table.status, table.id),
    // For the job `prune`, which deletes their shares.
    index("drops_failed").on(table.id).where(sql`status = 'failed'`),
  ],
);

export const dropClaimStatuses = ["pending", "claimed", "failed"] as const;

/** The share of a drop that each wallet may claim. */
export const dropShares = sqliteTable(
  "drop_shares",
  {
    drop_id: int("drop_id")
      .notNull()
      .references(() => drops.id),
    /** Index of its leaf. */
    leaf: int("leaf").notNull(),
    wallet_address: text("wallet_address").notNull(),
    amount: stroops("amount").notNull(),
    /** Siblings from the leaf upwards, hex, 64 characters each. */
    proof: text("proof").notNull(),
    /** Status of a claim through the service; null while there was none. The wallet may have claimed by itself. */
    claim_status: text("claim_status", { enum: dropClaimStatuses }),
    claim_tx_hash: text("claim_tx_hash"),
    claim_error: text("claim_error"),
  },
  (table) => [
    primaryKey({ columns: [table.drop_id, table.leaf] }),
    index("drop_shares_by_wallet").on(table.wallet_address, table.drop_id),
  ],
);
