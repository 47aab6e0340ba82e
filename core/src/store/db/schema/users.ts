import { sql } from "drizzle-orm";
import { type AnySQLiteColumn, index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant, int, json } from "../columns.ts";

export const roles = ["user", "admin"] as const;
export type Role = (typeof roles)[number];

/** A deleted user keeps the row, which ledgers refer to, and nothing that identifies the user. */
export const users = sqliteTable(
  "users",
  {
    id: id(),
    /** Lower case. An account with a password logs in by it; any other gets one once it is verified. */
    email: text("email").unique(),
    email_verified_at: instant("email_verified_at"),
    /** Address that waits for its verification; not unique, so that nobody can block an address that isn't theirs. */
    pending_email: text("pending_email"),
    /** argon2id in PHC format; null: the account logs in by its wallet. */
    password_hash: text("password_hash"),
    /** Topics of mails that they don't want (`mail/topics.ts`). */
    mail_off: json("mail_off").$type<string[]>().notNull().default([]),
    first_name: text("first_name"),
    last_name: text("last_name"),
    role: text("role", { enum: roles }).notNull(),
    referral_code: text("referral_code").notNull().unique(),
    /** User who brought this user; set when the account is created and never later, so there are no cycles. */
    referred_by: int("referred_by").references((): AnySQLiteColumn => users.id),
    /** When a reward to a wallet of theirs was first confirmed. */
    first_reward_at: instant("first_reward_at"),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
    deleted_at: instant("deleted_at"),
  },
  (table) => [
    index("users_by_referrer").on(table.referred_by, table.id),
    // Few are administrators: without the index, a list of them would read all users.
    index("users_by_role").on(table.role, table.id),
    index("users_deleted").on(table.id).where(sql`deleted_at is not null`),
  ],
);

/** A wallet belongs to at most one user, and counts as theirs once its key has signed for it. */
export const userWallets = sqliteTable(
  "user_wallets",
  {
    address: text("address").primaryKey(),
    user_id: int("user_id")
      .notNull()
      .references(() => users.id),
    /** Null: named by POST /users, not proven yet. */
    proven_at: instant("proven_at"),
    created_at: instant("created_at").notNull(),
  },
  (table) => [index("user_wallets_by_user").on(table.user_id)],
);

export const loginMethods = ["password", "wallet"] as const;
export type LoginMethod = (typeof loginMethods)[number];

/** One row per login. Its refresh tokens carry the family's random name, so an old one is recognised without being kept. */
export const sessions = sqliteTable(
  "sessions",
  {
    id: id(),
    user_id: int("user_id")
      .notNull()
      .references(() => users.id),
    method: text("method", { enum: loginMethods }).notNull(),
    /** SHA-256, hex, of the family's name, of the token that is valid now, and of the one before it. */
    family_hash: text("family_hash").notNull().unique(),
    token_hash: text("token_hash").notNull(),
    previous_hash: text("previous_hash"),
    /** When the token last changed. */
    rotated_at: instant("rotated_at").notNull(),
    user_agent: text("user_agent"),
    created_at: instant("created_at").notNull(),
    expires_at: instant("expires_at").notNull(),
    revoked_at: instant("revoked_at"),
  },
  (table) => [
    index("sessions_by_user").on(table.user_id, table.id),
    index("sessions_by_expiry").on(table.expires_at),
    index("sessions_by_start").on(table.created_at),
  ],
);

export const tokenPurposes = [
  "verify_email",
  "reset_password",
  "recover_api_key",
  "confirm_merchant_email",
  "undo_email_change",
  "link_wallet",
  "used_wallet_login",
] as const;
export type TokenPurpose = (typeof tokenPurposes)[number];

/** Secrets that work once, as SHA-256 in hex; `used_wallet_login` holds challenges that worked already. */
export const oneTimeTokens = sqliteTable(
  "one_time_tokens",
  {
    hash: text("hash").primaryKey(),
    purpose: text("purpose", { enum: tokenPurposes }).notNull(),
    user_id: int("user_id").references(() => users.id),
    /** Null if it isn't about a merchant. */
    merchant_id: int("merchant_id"),
    /** The e-mail address or wallet that it is about. */
    subject: text("subject").notNull(),
    created_at: instant("created_at").notNull(),
    expires_at: instant("expires_at").notNull(),
  },
  (table) => [
    index("one_time_tokens_by_user").on(table.user_id, table.purpose),
    index("one_time_tokens_by_merchant").on(table.merchant_id, table.purpose).where(sql`merchant_id is not null`),
    index("one_time_tokens_by_subject").on(table.subject, table.purpose),
    index("one_time_tokens_by_expiry").on(table.expires_at),
  ],
);

/** Guesses of passwords within the last minute (auth/attempts.ts). Times are the database's. */
export const loginAttempts = sqliteTable(
  "login_attempts",
  {
    id: id(),
    /** Hash of the account or the address that is counted. */
    subject: text("subject").notNull(),
    made_at: instant("made_at").notNull(),
  },
  (table) => [
    index("login_attempts_by_subject").on(table.subject, table.made_at),
    index("login_attempts_by_time").on(table.made_at),
  ],
);
