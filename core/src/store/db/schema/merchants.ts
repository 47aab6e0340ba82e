import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant, int, json } from "../columns.ts";

export const merchants = sqliteTable("merchants", {
  id: id(),
  name: text("name").notNull(),
  email: text("email").notNull().unique(),
  /** Null: nobody has shown yet that they read its mail, so it recovers no keys. */
  email_verified_at: instant("email_verified_at"),
  /** Takes the place of `email` once it is confirmed; not unique, so that nobody can block an address that isn't theirs. */
  pending_email: text("pending_email"),
  /** Topics of mails that it doesn't want (`mail/topics.ts`). */
  mail_off: json("mail_off").$type<string[]>().notNull().default([]),
  created_at: instant("created_at").notNull(),
});

/**
 * Scopes of a key: `read` is every GET and dry run, `catalogue` the items and the handling of their redemptions, `account`
 * the merchant's record and its keys.
 */
export const apiScopes = ["read", "issue", "campaigns", "drops", "catalogue", "account"] as const;
export type ApiScope = (typeof apiScopes)[number];

/** Keys are stored as SHA-256 of a 256-bit random secret; the plain key leaves the service once. */
export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: id(),
    merchant_id: int("merchant_id")
      .notNull()
      .references(() => merchants.id),
    name: text("name").notNull().default("default"),
    scopes: json("scopes")
      .$type<ApiScope[]>()
      .notNull()
      // The default is for keys older than scopes; a key gets no right that it wasn't made with.
      .default(["read", "issue", "campaigns", "drops", "account"]),
    hash: text("hash").notNull().unique(),
    last4: text("last4").notNull(),
    created_at: instant("created_at").notNull(),
    /** Set when it is rotated: it works until then. */
    expires_at: instant("expires_at"),
    revoked_at: instant("revoked_at"),
    /** To the minute. */
    last_used_at: instant("last_used_at"),
  },
  (table) => [index("api_keys_by_merchant").on(table.merchant_id, table.id)],
);
