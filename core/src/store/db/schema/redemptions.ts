import { sql } from "drizzle-orm";
import { check, index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, id, instant, int, stroops } from "../columns.ts";
import { merchants } from "./merchants.ts";
import { users } from "./users.ts";

export const catalogueStatuses = ["active", "archived"] as const;
export type CatalogueStatus = (typeof catalogueStatuses)[number];

/** Items that merchants give for points, or for tokens on the ledger. Rows stay: redemptions refer to them. */
export const catalogueItems = sqliteTable(
  "catalogue_items",
  {
    id: id(),
    merchant_id: int("merchant_id")
      .notNull()
      .references(() => merchants.id),
    name: text("name").notNull(),
    description: text("description"),
    /** Points per unit; null: for tokens only. */
    price: int("price"),
    /** Rises by one with every change of the price, from 1. */
    price_version: int("price_version").notNull(),
    /** Units that can still be redeemed for points; null: without limit. The contract counts what goes for tokens. */
    stock: int("stock"),
    /** True if points of the platform (bonuses) pay for it as well as the merchant's own. */
    platform_points: flag("platform_points").notNull(),
    /** Number of the same item in the redemption contract (u64, decimal). */
    contract_item_id: text("contract_item_id").unique(),
    status: text("status", { enum: catalogueStatuses }).notNull(),
    /** Redeemable for points from here on, and until here; null: unbounded. */
    starts_at: instant("starts_at"),
    ends_at: instant("ends_at"),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    index("catalogue_by_merchant").on(table.merchant_id, table.id),
    index("catalogue_by_status").on(table.status, table.id),
    check("catalogue_stock_holds", sql`stock >= 0`),
    check("catalogue_price_holds", sql`price >= 1`),
  ],
);

/** An item's terms in the contract, besides its merchant, the version of its price and its stock. */
const tokenTerms = {
  /** Stroops per unit. */
  price: stroops("price").notNull(),
  active: flag("active").notNull(),
  /** Seconds from a redemption to its deadline, and during which the wallet may cancel on its own. */
  fulfil_within: int("fulfil_within").notNull(),
  cancel_within: int("cancel_within").notNull(),
  /** Most units for one wallet; null: no limit. */
  wallet_limit: int("wallet_limit"),
};

/** Items of the redemption contract, as its events say. */
export const contractItems = sqliteTable("contract_items", {
  /** Number in the contract (u64, decimal). */
  item: text("item").primaryKey(),
  /** The merchant's number on the ledger (u64, decimal). */
  merchant: text("merchant").notNull(),
  ...tokenTerms,
  /** Rises by one with every change of the price, from 1. */
  price_version: int("price_version").notNull(),
  stock: int("stock").notNull(),
});

/** Changes that a merchant asked for and the ledger doesn't have yet; a row goes when the ledger has it. */
export const contractItemChanges = sqliteTable("contract_item_changes", {
  item_id: int("item_id")
    .primaryKey()
    .references(() => catalogueItems.id),
  ...tokenTerms,
  /** The contract's terms that they replace, as `termsKey` writes them; null: none. */
  replaces: text("replaces"),
  /** Null: it stays as it is. */
  stock: int("stock"),
  /** The stock that this one replaces. */
  expected_stock: int("expected_stock").notNull(),
  status: text("status", { enum: ["pending", "failed"] }).notNull(),
  /** Why it waits, or why the ledger refused it. */
  error_message: text("error_message"),
  updated_at: instant("updated_at").notNull(),
});

export const redemptionKinds = ["points", "on_chain"] as const;
export type RedemptionKind = (typeof redemptionKinds)[number];

export const redemptionStatuses = ["pending", "locked", "fulfilled", "cancelled", "refunded", "expired"] as const;
export type RedemptionStatus = (typeof redemptionStatuses)[number];

/** Redemptions with the terms at that moment: later changes of the item change nothing here. */
export const redemptions = sqliteTable(
  "redemptions",
  {
    id: id(),
    kind: text("kind", { enum: redemptionKinds }).notNull(),
    /** Null: redeemed on the ledger by a wallet that no user had. */
    user_id: int("user_id").references(() => users.id),
    /** Null: on the ledger, of a merchant that the service doesn't have. */
    merchant_id: int("merchant_id").references(() => merchants.id),
    /** Null: on the ledger, of an item that no catalogue names. */
    item_id: int("item_id").references(() => catalogueItems.id),
    item_name: text("item_name"),
    quantity: int("quantity").notNull(),
    price_version: int("price_version").notNull(),
    status: text("status", { enum: redemptionStatuses }).notNull(),
    /** On the ledger: the status that a transaction on its way leads to; null while none is asked for. */
    next_status: text("next_status", { enum: redemptionStatuses }),
    /** Why that step waits, or has failed. */
    error_message: text("error_message"),
    /** Why the merchant refunded it, for the user to read. */
    reason: text("reason"),

    // For points.
    /** Points per unit. */
    price: int("price"),
    /** Paid: price times quantity. */
    points: int("points"),
    /** True if its units came from a limited stock, to which they go back. */
    took_stock: flag("took_stock").notNull(),

    // On the ledger.
    wallet_address: text("wallet_address"),
    /** Number that release 0.2.0 of the contract gave it; the wallet and its reference name those made since. */
    contract_redemption_id: int("contract_redemption_id"),
    contract_item_id: text("contract_item_id"),
    /** Amount locked, later burned or refunded. */
    amount: stroops("amount"),
    /** The wallet's reference, 32-byte hex. */
    reference: text("reference"),
    /** Time until which the wallet may cancel on its own. Null: release 0.2.0 of the contract didn't say. */
    cancel_until: instant("cancel_until"),
    /** Time from which anyone may return the tokens. */
    deadline: instant("deadline"),
    /** Transactions that locked the tokens, and that burned or returned them. */
    tx_hash: text("tx_hash"),
    end_tx_hash: text("end_tx_hash"),

    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    index("redemptions_by_user").on(table.user_id, table.id),
    index("redemptions_by_merchant").on(table.merchant_id, table.id),
    index("redemptions_by_time").on(table.merchant_id, table.created_at, table.id),
    // Finds the few redemptions that wait for the merchant.
    index("redemptions_by_status").on(table.merchant_id, table.status, table.id),
    index("redemptions_by_item").on(table.item_id, table.id),
    uniqueIndex("redemptions_by_contract_id").on(table.contract_redemption_id),
    uniqueIndex("redemptions_by_reference").on(table.wallet_address, table.reference),
    check("redemptions_kind_holds", sql`(kind = 'points') = (points is not null)`),
  ],
);
