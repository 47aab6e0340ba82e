import { sql } from "drizzle-orm";
import { check, index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, int } from "../columns.ts";
import { apiKeys } from "./merchants.ts";
import { sessions } from "./users.ts";

/** Cookies of browsers. Each stands for a user's session, or a merchant's API key, and ends with it. */
export const browserSessions = sqliteTable(
  "browser_sessions",
  {
    /** SHA-256, hex, of the cookie's 256-bit token. */
    token_hash: text("token_hash").primaryKey(),
    session_id: int("session_id").references(() => sessions.id, { onDelete: "cascade" }),
    api_key_id: int("api_key_id").references(() => apiKeys.id, { onDelete: "cascade" }),
    created_at: instant("created_at").notNull(),
    expires_at: instant("expires_at").notNull(),
  },
  (table) => [
    index("browser_sessions_by_session").on(table.session_id),
    index("browser_sessions_by_key").on(table.api_key_id),
    index("browser_sessions_by_expiry").on(table.expires_at),
    check("browser_sessions_of_one", sql`(session_id is null) <> (api_key_id is null)`),
  ],
);
