import { sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Facts about the database itself, such as the network it belongs to. */
export const facts = sqliteTable("facts", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
});
