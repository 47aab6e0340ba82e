import { index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, int, json } from "../columns.ts";

/** Answers kept for the `Idempotency-Key` header; scope is the caller (merchant id, or the route for public calls). */
export const idempotencyRecords = sqliteTable(
  "idempotency_records",
  {
    scope: text("scope").notNull(),
    key: text("key").notNull(),
    route: text("route").notNull(),
    body_hash: text("body_hash").notNull(),
    status: int("status").notNull(),
    response: json("response").notNull(),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scope, table.key] }),
    index("idempotency_records_by_time").on(table.created_at),
  ],
);
