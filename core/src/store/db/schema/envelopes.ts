import { sql } from "drizzle-orm";
import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant, int, json } from "../columns.ts";
import { drops } from "./drops.ts";
import { merchants } from "./merchants.ts";
import { users } from "./users.ts";

/** A contract and its function, or a step that is no function, such as one that the other party has proposed and signed. */
export type ContractCall = `${string}.${string}`;
export type EnvelopeKind = "drop-claim" | "trustline" | ContractCall;

export const envelopeStatuses = ["built", "pending", "confirmed", "failed"] as const;

/**
 * Transactions that the service built for a wallet to sign. A transaction's hash covers all of it but its signatures: what
 * comes back under a hash of this table is what was built, and nothing else is ever sent or paid for.
 */
export const walletEnvelopes = sqliteTable(
  "wallet_envelopes",
  {
    id: id(),
    /** Hash of the transaction, hex. */
    hash: text("hash").notNull().unique(),
    kind: text("kind").$type<EnvelopeKind>().notNull(),
    /** User or merchant who asked for it; the other one is null. */
    user_id: int("user_id").references(() => users.id),
    merchant_id: int("merchant_id").references(() => merchants.id),
    /** The transaction's source, whose signature authorises it. */
    wallet_address: text("wallet_address").notNull(),
    /** Base64 XDR: as it was built, then as it was signed. */
    envelope: text("envelope").notNull(),
    sequence: text("sequence").notNull(),
    /** Exclusive ledger bound and time bound (Unix seconds). */
    max_ledger: int("max_ledger").notNull(),
    max_time: int("max_time").notNull(),
    drop_id: int("drop_id").references(() => drops.id),
    leaf: int("leaf"),
    /** Arguments of a contract call. */
    call_arguments: json("call_arguments"),
    /** `built`: waits for its signature; `pending`: signed, on its way. */
    status: text("status", { enum: envelopeStatuses }).notNull(),
    /** Hash of the latest fee bump that it was sent in, stored before it was sent. */
    bump_hash: text("bump_hash"),
    /** Transaction that landed; null also where only the ledger's state tells that it did. */
    tx_hash: text("tx_hash"),
    error_message: text("error_message"),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    /** A wallet has one on its way: another one would wait for its sequence number. */
    uniqueIndex("wallet_envelopes_pending").on(table.wallet_address).where(sql`status = 'pending'`),
    index("wallet_envelopes_built").on(table.created_at).where(sql`status = 'built'`),
    index("wallet_envelopes_by_user").on(table.user_id, table.created_at),
    /** Finds the merchants for whom a wallet has signed. */
    index("wallet_envelopes_by_wallet").on(table.wallet_address).where(sql`merchant_id is not null`),
    // For the foreign key, when a drop is deleted that was not created.
    index("wallet_envelopes_by_drop").on(table.drop_id).where(sql`drop_id is not null`),
    index("wallet_envelopes_by_merchant").on(table.merchant_id, table.wallet_address),
  ],
);
