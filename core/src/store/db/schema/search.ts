import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant, int } from "../columns.ts";
import { merchants } from "./merchants.ts";

// The search indexes themselves (`search_index`, `search_users`) are FTS5 tables, kept up to date by triggers: both are in
// hand-written migrations. A migration that rebuilds one of the searched tables has to create its triggers again.

/** Merchants whose records have another name of theirs in the search index: a trigger adds them, and a recurring job removes them. */
export const renamedMerchants = sqliteTable("renamed_merchants", {
  merchant_id: int("merchant_id")
    .primaryKey()
    .references(() => merchants.id),
  /** Rows of the index up to this one have the new name. */
  done: int("done").notNull(),
});

const searcherKinds = ["user", "merchant", "admin"] as const;

/** Searches, and whether they found anything. Without user names; addresses are removed from the words. */
export const searchAnalytics = sqliteTable(
  "search_analytics",
  {
    id: id(),
    /** The random half of the search's id, which a client sends when a hit is opened. */
    nonce: text("nonce").notNull().unique(),
    /** Lower case, single spaces. */
    query: text("query").notNull(),
    type: text("type"),
    searcher: text("searcher", { enum: searcherKinds }).notNull(),
    hits: int("hits").notNull(),
    took_ms: int("took_ms").notNull(),
    clicked_type: text("clicked_type"),
    clicked_id: int("clicked_id"),
    clicked_at: instant("clicked_at"),
    created_at: instant("created_at").notNull(),
  },
  (table) => [index("search_analytics_by_time").on(table.created_at)],
);
