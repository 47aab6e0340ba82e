import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

import { id, instant, int, json } from "../columns.ts";
import { merchants } from "./merchants.ts";

export const webhookStatuses = ["enabled", "disabled"] as const;
export type WebhookStatus = (typeof webhookStatuses)[number];

export const deliveryStatuses = ["pending", "delivered", "failed"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Endpoints of merchants that events are sent to. */
export const webhooks = sqliteTable(
  "webhooks",
  {
    id: id(),
    merchant_id: int("merchant_id")
      .notNull()
      .references(() => merchants.id),
    url: text("url").notNull(),
    description: text("description"),
    /** Null: events of all types. */
    types: json("types").$type<string[]>(),
    status: text("status", { enum: webhookStatuses }).notNull(),
    /** Why it is disabled. */
    disabled_reason: text("disabled_reason"),
    /** Salt from which its secret is derived, together with a key of the service. The secret itself is stored nowhere. */
    salt: text("salt").notNull(),
    /** Salt of the previous secret, which also signs until `previous_until`. */
    previous_salt: text("previous_salt"),
    previous_until: instant("previous_until"),
    /** Id of an event: it gets those after this one. */
    after_event: int("after_event").notNull(),
    /** When its URL first took an event; null: it hasn't shown yet that it wants any. */
    proven_at: instant("proven_at"),
    /** When a period was last sent again. */
    replayed_at: instant("replayed_at"),
    /** Since when every attempt has failed; null: the last one didn't. */
    failing_since: instant("failing_since"),
    /** When its merchant was told of that. */
    warned_at: instant("warned_at"),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
    deleted_at: instant("deleted_at"),
  },
  (table) => [index("webhooks_by_merchant").on(table.merchant_id, table.id)],
);

/** One event for one endpoint. */
export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    id: id(),
    webhook_id: int("webhook_id")
      .notNull()
      .references(() => webhooks.id),
    event_id: int("event_id").notNull(),
    event_type: text("event_type").notNull(),
    status: text("status", { enum: deliveryStatuses }).notNull(),
    /** Number of attempts since it was created, or replayed. */
    attempts: int("attempts").notNull(),
    /** Null: it is not tried again. */
    next_attempt_at: instant("next_attempt_at"),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("webhook_deliveries_by_event").on(table.webhook_id, table.event_id),
    index("webhook_deliveries_by_status").on(table.webhook_id, table.status, table.id),
    index("webhook_deliveries_by_age").on(table.event_id),
  ],
);

/** Each request that was made. */
export const webhookAttempts = sqliteTable(
  "webhook_attempts",
  {
    id: id(),
    delivery_id: int("delivery_id")
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: "cascade" }),
    webhook_id: int("webhook_id").notNull(),
    /** HTTP status of the answer; null: there was none. */
    response_status: int("response_status"),
    /** The first bytes of the answer. */
    response_body: text("response_body"),
    /** Why there was no answer. */
    error: text("error"),
    milliseconds: int("milliseconds").notNull(),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    index("webhook_attempts_by_webhook").on(table.webhook_id, table.id),
    index("webhook_attempts_by_delivery").on(table.delivery_id, table.id),
  ],
);
