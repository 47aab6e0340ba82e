import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant, int } from "../columns.ts";
import { redemptions } from "./redemptions.ts";
import { users } from "./users.ts";

export const emailStatuses = ["queued", "sent", "failed", "skipped"] as const;
export type EmailStatus = (typeof emailStatuses)[number];

/** Every mail with its outcome, but without its text, which may contain a token. */
export const emailLogs = sqliteTable(
  "email_logs",
  {
    id: id(),
    user_id: int("user_id").references(() => users.id),
    /** On whose behalf it went out; null: the platform's own. */
    merchant_id: int("merchant_id"),
    /** The redemption that it is about, if any. */
    redemption_id: int("redemption_id").references(() => redemptions.id),
    /** The event of a contract that it is about, if any. */
    event_id: text("event_id").unique(),
    /** Null once its user is deleted. */
    recipient: text("recipient"),
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
  ],
);
