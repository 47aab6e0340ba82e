import { sql } from "drizzle-orm";
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant, int, stroops } from "../columns.ts";
import { campaigns } from "./campaigns.ts";
import { merchants } from "./merchants.ts";

/** chain/life.ts explains each state and the possible changes. */
export const submissionStates = ["stored", "confirmed", "consumed", "failed", "dead", "void"] as const;
export type SubmissionState = (typeof submissionStates)[number];
/** Signed transactions, written before they are first sent. */
export const submissions = sqliteTable(
  "submissions",
  {
    id: id(),
    kind: text("kind").notNull(),
    campaign_id: int("campaign_id").references(() => campaigns.id),
    merchant_id: int("merchant_id").references(() => merchants.id),
    /** The job that it does; payouts find theirs by the issuances that they carry. */
    job_key: text("job_key"),
    /** Inner transaction, signed, base64 XDR; resent unchanged until it lands or is proven dead. */
    envelope: text("envelope").notNull(),
    inner_hash: text("inner_hash").notNull().unique(),
    channel: text("channel").notNull(),
    sequence: text("sequence").notNull(),
    /** Exclusive ledger bound and time bound (Unix seconds) of the inner transaction. */
    max_ledger: int("max_ledger").notNull(),
    max_time: int("max_time").notNull(),
    state: text("state", { enum: submissionStates }).notNull(),
    /** Hash of the outer transaction that landed. */
    tx_hash: text("tx_hash"),
    /** Ledger in which it landed; if only its used sequence is known, the ledger in which that was seen. */
    ledger: int("ledger"),
    /** Batch number that the distribution contract gave (payouts only). */
    batch_seq: int("batch_seq"),
    /** Fee that the fee account paid, stroops of XLM; null if that isn't known. */
    fee_charged: stroops("fee_charged"),
    error_message: text("error_message"),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    index("submissions_open").on(table.channel).where(sql`state = 'stored'`),
    index("submissions_by_tx").on(table.tx_hash),
  ],
);

/** Every outer (fee bump) hash under which a submission was sent. */
export const submissionHashes = sqliteTable("submission_hashes", {
  hash: text("hash").primaryKey(),
  submission_id: int("submission_id")
    .notNull()
    .references(() => submissions.id),
  fee: stroops("fee").notNull(),
});
