import { primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant, int, json } from "../columns.ts";

/** Position at which the indexer continues; written in the same commit as the rows. */
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

const contractSources = ["setting", "admin"] as const;

/** Contracts beside the system's own whose events are stored. */
export const indexerContracts = sqliteTable("indexer_contracts", {
  contract_id: text("contract_id").primaryKey(),
  /** Name as its events show it: no other contract ever had it. */
  name: text("name").notNull().unique(),
  /** INDEXER_CONTRACTS, or an administrator. */
  source: text("source", { enum: contractSources }).notNull(),
  /** First ledger whose events are stored; null: the oldest that the node has when reading begins. */
  from_ledger: int("from_ledger"),
  /** Ledgers that are read beside the others', since these had been read before; null until reading begins. */
  next_ledger: int("next_ledger"),
  until_ledger: int("until_ledger"),
  added_at: instant("added_at").notNull(),
  /** Time since when its events are not read any more; those that are stored stay. */
  removed_at: instant("removed_at"),
});

/** The code that a contract runs from an event on: the hash of its wasm, or `asset`. */
export const contractCodes = sqliteTable(
  "contract_codes",
  {
    contract_id: text("contract_id").notNull(),
    /** Id of the event that says so; empty for what it ran before the first that is known. */
    since: text("since").notNull(),
    code: text("code").notNull(),
  },
  (table) => [primaryKey({ columns: [table.contract_id, table.since] })],
);

/** Specs of wasm, which a ledger may archive. */
export const codeSpecs = sqliteTable("code_specs", {
  code: text("code").primaryKey(),
  /** Entries in base64 XDR; empty if the wasm has no spec. */
  entries: json("entries").$type<string[]>().notNull(),
  /** Types of its events. */
  types: json("types").$type<string[]>().notNull(),
});
