import { primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, int } from "../columns.ts";

/**
 * How many transactions of wallets the service has taken on to pay for: of each user and merchant, of each wallet, of all. And what all
 * unproven merchants together have cost it.
 */
export const sponsoredCounts = sqliteTable(
  "sponsored_counts",
  {
    /** The day's first instant (UTC). */
    day: instant("day").notNull(),
    /**
     * `user:<id>`, `merchant:<id>`, `wallet:<address>`, `all` or `unproven` (stroops of XLM); nothing says which wallet was which user's.
     * With `reserves:` before them, and `reserves` alone: reserves taken on, of merchants and of all in stroops.
     */
    subject: text("subject").notNull(),
    count: int("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.subject] })],
);
