import { sql } from "drizzle-orm";
import { check, index, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant, int, json, stroops } from "../columns.ts";
import { merchants } from "./merchants.ts";
import { users } from "./users.ts";

export const ruleKinds = ["event", "spend", "reward"] as const;
export type RuleKind = (typeof ruleKinds)[number];

/** Rules by which users earn points in a campaign (docs/points.md). */
export const pointRules = sqliteTable(
  "point_rules",
  {
    id: id(),
    merchant_id: int("merchant_id")
      .notNull()
      .references(() => merchants.id),
    /** No foreign key: the table was made without, and SQLite can add one only by copying the table. */
    campaign_id: int("campaign_id").notNull(),
    kind: text("kind", { enum: ruleKinds }).notNull(),
    /** Name of the event (kind event), such as `signup`. */
    event: text("event"),
    points: int("points").notNull(),
    /**
     * Ten-millionths of a currency unit (spend) or stroops (reward) that bring `points`; null: each event or reward does.
     */
    per: stroops("per"),
    /** ISO 4217 code of what is spent (kind spend). */
    currency: text("currency"),
    /** True if the user's tier multiplies the points. */
    multiply: int("multiply").notNull(),
    /** Points that one user gets on one UTC day, and in all; null: no cap. */
    daily_cap: int("daily_cap"),
    user_cap: int("user_cap"),
    /** Points that all users get together; null: no bound. */
    budget: int("budget"),
    granted: int("granted").notNull(),
    /** Days until the points can be spent, and from then on until they expire (null: never). */
    hold_days: int("hold_days").notNull(),
    expire_days: int("expire_days"),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
    /** Since when it grants nothing any more; the row stays, since the ledger's causes name it. */
    ended_at: instant("ended_at"),
  },
  (table) => [
    index("point_rules_by_campaign").on(table.campaign_id, table.id),
    index("point_rules_by_event").on(table.merchant_id, table.kind, table.event).where(sql`ended_at is null`),
    check("point_rules_hold", sql`granted >= 0 and (budget is null or granted <= budget)`),
  ],
);

/** Points that a user got by a rule on a UTC day (its first instant). */
export const pointRuleUses = sqliteTable(
  "point_rule_uses",
  {
    rule_id: int("rule_id")
      .notNull()
      .references(() => pointRules.id),
    user_id: int("user_id")
      .notNull()
      .references(() => users.id),
    day: instant("day").notNull(),
    points: int("points").notNull(),
  },
  (table) => [primaryKey({ columns: [table.rule_id, table.user_id, table.day] })],
);

/** Points of one rule for an event: `capped` if a cap or the budget left less than it earned. */
export interface Grant {
  rule_id: number;
  points: number;
  capped: boolean;
  /** True if it was taken back while it was pending. */
  cancelled: boolean;
}

/** Events and purchases that merchants report, each once per reference. */
export const pointEvents = sqliteTable(
  "point_events",
  {
    id: id(),
    merchant_id: int("merchant_id")
      .notNull()
      .references(() => merchants.id),
    reference: text("reference").notNull(),
    user_id: int("user_id")
      .notNull()
      .references(() => users.id),
    event: text("event").notNull(),
    /** Ten-millionths of a currency unit that were spent; null: nothing was. */
    amount: stroops("amount"),
    currency: text("currency"),
    grants: json("grants").$type<Grant[]>().notNull(),
    created_at: instant("created_at").notNull(),
    /** When its pending points were taken back. */
    cancelled_at: instant("cancelled_at"),
  },
  (table) => [
    uniqueIndex("point_events_by_reference").on(table.merchant_id, table.reference),
    index("point_events_by_user").on(table.user_id, table.merchant_id),
  ],
);
