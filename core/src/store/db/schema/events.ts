import { sql } from "drizzle-orm";
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, int, json } from "../columns.ts";

/** Position up to which an owner's events were deleted: a reader that comes back with an earlier one has missed some. */
export const eventsDeleted = sqliteTable("events_deleted", {
  /** `merchant:` or `user:`, and the id. */
  owner: text("owner").primaryKey(),
  /** Id of the last event that was deleted. */
  last_id: int("last_id").notNull(),
});

/** Events that merchants and users may care about. Rows are added in the commit of the change, and never changed. */
export const events = sqliteTable(
  "events",
  {
    /** Rises in the order of the commits. By the machine's time, so that a database that was turned back gives no id again. */
    id: int("id").primaryKey(),
    /** One of `eventTypes`. */
    type: text("type").notNull(),
    /** The merchant who may see it. */
    merchant_id: int("merchant_id"),
    /** The user who may see it. */
    user_id: int("user_id"),
    /** Id in the API of the object that it happened to, which the type names. */
    object_id: text("object_id").notNull(),
    /** The object as the API showed it then. Null: it is made of the object's row when it is read. */
    data: json("data"),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    index("events_by_merchant").on(table.merchant_id, table.id),
    // A list of a rare type would read all others without it.
    index("events_by_type").on(table.merchant_id, table.type, table.id),
    index("events_by_user").on(table.user_id, table.id).where(sql`user_id is not null`),
    index("events_by_object").on(table.object_id, table.id),
  ],
);
