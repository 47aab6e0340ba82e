import { sql } from "drizzle-orm";
import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, id, instant, int } from "../columns.ts";
import { redemptions } from "./redemptions.ts";
import { users } from "./users.ts";

export const emailStatuses = ["queued", "sent", "kept", "failed", "skipped"] as const;

/** Every mail with its outcome, but without its text, which may contain a token. */
export const emailLogs = sqliteTable(
  "email_logs",
  {
    id: id(),
    user_id: int("user_id").references(() => users.id),
    /** Merchant on whose behalf it went out; null: the platform. */
    merchant_id: int("merchant_id"),
    /** The redemption that it is about, if any. */
    redemption_id: int("redemption_id").references(() => redemptions.id),
    /** The event of a contract that it is about, if any. */
    event_id: text("event_id").unique(),
    /** A notice is about its reader's events of its types from here on; null: no notice. */
    first_event: int("first_event"),
    /** And until here, which is known once the mail is made; until then it collects. */
    last_event: int("last_event"),
    /** Month of a statement (2026-10), or day on which points expire (2026-11-30): there is one mail about it. */
    period: text("period"),
    /** Null once its user is deleted. */
    recipient: text("recipient"),
    /** True: nobody had confirmed that address when the mail was posted. */
    unconfirmed: flag("unconfirmed"),
    template: text("template").notNull(),
    subject: text("subject").notNull(),
    status: text("status", { enum: emailStatuses }).notNull(),
    attempts: int("attempts").notNull(),
    /** Message-ID header: the same at every attempt, so that a mail that is sent again is seen as one. */
    message_id: text("message_id").notNull(),
    error_message: text("error_message"),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    index("email_logs_by_merchant").on(table.merchant_id, table.id),
    index("email_logs_by_user").on(table.user_id),
    index("email_logs_by_recipient").on(table.recipient, table.created_at),
    index("email_logs_unconfirmed").on(table.created_at).where(sql`unconfirmed = 1`),
    // Finds a reader's last notice of a kind, and the one that still collects.
    index("email_logs_notices")
      .on(table.template, table.user_id, table.merchant_id, table.updated_at)
      .where(sql`first_event is not null`),
    index("email_logs_collecting")
      .on(table.template, table.user_id, table.merchant_id)
      .where(sql`status = 'queued' and first_event is not null and last_event is null`),
    uniqueIndex("email_logs_by_user_period")
      .on(table.template, table.user_id, table.period)
      .where(sql`period is not null and user_id is not null`),
    uniqueIndex("email_logs_by_merchant_period")
      .on(table.template, table.merchant_id, table.period)
      .where(sql`period is not null and user_id is null`),
  ],
);
