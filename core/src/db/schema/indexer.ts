import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant, int } from "../columns.ts";

/** Where the indexer continues; written in the same commit as the rows. */
export const indexerCursors = sqliteTable("indexer_cursors", {
  name: text("name").primaryKey(),
  cursor: text("cursor"),
  ledger: int("ledger").notNull(),
  updated_at: instant("updated_at").notNull(),
});

/** Ledgers that the node no longer had when the indexer came to them (both ends included). */
export const indexerGaps = sqliteTable("indexer_gaps", {
  id: id(),
  from_ledger: int("from_ledger").notNull(),
  to_ledger: int("to_ledger").notNull(),
  found_at: instant("found_at").notNull(),
});
