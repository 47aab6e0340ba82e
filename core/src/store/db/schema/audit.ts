import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant, json } from "../columns.ts";

/** Changes that were made with an administrator's power. Rows are added and never changed; triggers refuse anything else. */
export const auditLog = sqliteTable(
  "audit_log",
  {
    id: id(),
    /** `user:<id>`, or `operator` for a command on the service's own machine. */
    actor: text("actor").notNull(),
    /** The action, such as `user.role`. */
    action: text("action").notNull(),
    /** The object of the action, such as `user:7`. */
    subject: text("subject").notNull(),
    /** The change itself; never a secret. */
    detail: json("detail").notNull(),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    index("audit_log_by_actor").on(table.actor, table.id),
    index("audit_log_by_action").on(table.action, table.id),
    index("audit_log_by_subject").on(table.subject, table.id),
  ],
);
