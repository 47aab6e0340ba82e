import { sql } from "drizzle-orm";
import { check, index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant, int, stroops } from "../columns.ts";
import { merchants } from "./merchants.ts";

export const campaignStatuses = ["draft", "pending", "active", "paused", "ended", "settled", "failed"] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/** Statuses visible only to the merchant: the ledger doesn't have such a campaign, and isn't about to. */
export const hiddenStatuses: readonly CampaignStatus[] = ["draft", "failed"];

/** SQL condition: everybody may see the campaign. */
export const isPublic = sql.raw(`status not in (${hiddenStatuses.map((status) => `'${status}'`).join(", ")})`);

/** Rules for a reward whose wallet has no trustline: it fails after its attempts, or waits for one. */
export const missingTrustlineRules = ["fail", "hold"] as const;

/** The columns that a campaign's merchant sets. */
export const campaignTerms = {
  name: text("name").notNull(),
  budget: stroops("budget").notNull(),
  /** Null: no cap. */
  per_wallet_cap: stroops("per_wallet_cap"),
  /** Whole seconds, because the ledger counts in seconds. */
  starts_at: instant("starts_at").notNull(),
  ends_at: instant("ends_at").notNull(),
  on_missing_trustline: text("on_missing_trustline", { enum: missingTrustlineRules }).notNull().default("fail"),
  /** How long rewards wait for trustlines; null: until `ends_at`. */
  hold_until: instant("hold_until"),
};

export const campaigns = sqliteTable(
  "campaigns",
  {
    id: id(),
    merchant_id: int("merchant_id")
      .notNull()
      .references(() => merchants.id),
    ...campaignTerms,
    /** Confirmed on the ledger. */
    spent: stroops("spent").notNull(),
    /** Promised to pending issuances and open vouchers; `spent + reserved <= budget` always. */
    reserved: stroops("reserved").notNull(),
    status: text("status", { enum: campaignStatuses }).notNull(),
    /** The status that a transaction on its way leads to; null while none is asked for. */
    next_status: text("next_status", { enum: campaignStatuses }),
    /** Budget and end after the extension that is on its way; both null while none is. */
    next_budget: stroops("next_budget"),
    next_ends_at: instant("next_ends_at"),
    /** 32-byte hex given to the contract, which makes creation idempotent. */
    reference: text("reference").notNull().unique(),
    contract_campaign_id: int("contract_campaign_id").unique(),
    tx_hash: text("tx_hash"),
    /** Transaction of the latest change of status, budget or end after creation. */
    status_tx_hash: text("status_tx_hash"),
    /** Stroops that went back to the merchant's balance when it was settled. */
    remainder: stroops("remainder"),
    error_message: text("error_message"),
    /** Number of the next issuance; numbers rise within a campaign and are never reused. */
    next_number: int("next_number").notNull(),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    index("campaigns_by_merchant").on(table.merchant_id, table.id),
    index("campaigns_public").on(table.merchant_id, table.id).where(isPublic),
    index("campaigns_by_status").on(table.merchant_id, table.status, table.id),
    check("campaigns_budget_holds", sql`spent >= 0 and reserved >= 0 and spent + reserved <= budget`),
  ],
);
