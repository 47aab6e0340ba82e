import { sql } from "drizzle-orm";
import { index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, int, json, stroops } from "../columns.ts";
import { merchants } from "./merchants.ts";

export const contractEvents = sqliteTable(
  "contract_events",
  {
    /** The ledger's own event id: 19 digits of position, hyphen, 10 digits of index; sorts by order on the ledger. */
    id: text("id").primaryKey(),
    contract_id: text("contract_id").notNull(),
    contract: text("contract").notNull(),
    type: text("type").notNull(),
    ledger: int("ledger").notNull(),
    ledger_closed_at: instant("ledger_closed_at").notNull(),
    tx_hash: text("tx_hash").notNull(),
    /** Decoded event; integers are raw, as decimal strings. */
    data: json("data").notNull(),
    /** Topics and value as the ledger has them, in base64 XDR; null for events that release 0.3.0 or an earlier one stored. */
    xdr: json("xdr"),
    /**
     * For a `reward`: `[to, amount]` of each transfer before it in its transaction, in order. Without it, a page of rewards would read
     * thousands of rows to find them. Null for other events.
     */
    recipients: json("recipients"),
  },
  (table) => [
    index("contract_events_by_contract").on(table.contract, table.type, table.id),
    index("contract_events_rewards")
      .on(sql`data ->> '$.campaign'`, table.id)
      .where(sql`contract = 'campaign' and type = 'reward'`),
    /** Finds the events of an escrow. */
    index("contract_events_escrows").on(sql`data ->> '$.id'`, table.id).where(sql`contract = 'escrow'`),
    /** Finds the event that created a drop. */
    index("contract_events_drops")
      .on(sql`data ->> '$.drop'`)
      .where(sql`contract = 'distribution' and type = 'drop_created'`),
    index("contract_events_by_tx").on(table.tx_hash),
    /** The ledger's time rises with the ids: a time is a place in their order. */
    index("contract_events_by_time").on(table.ledger_closed_at, table.id),
  ],
);

export const subjectKinds = ["wallet", "campaign", "merchant"] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/** Subjects of events, such as wallets. The migration makes it a table without row ids, which is its own index. */
export const contractEventSubjects = sqliteTable(
  "contract_event_subjects",
  {
    kind: text("kind", { enum: subjectKinds }).notNull(),
    /** Address of a wallet, or the campaign's or merchant's id on the ledger. */
    value: text("value").notNull(),
    /** Type of the event: a subject's events of a rare type are found without reading the others. */
    type: text("type").notNull(),
    event_id: text("event_id").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.value, table.type, table.event_id] }),
    index("contract_event_subjects_by_event").on(table.event_id),
  ],
);

/** Merchants' balances before a UTC day on which they have entries, as the events before it add up: what a statement begins with. */
export const dailyBalances = sqliteTable(
  "daily_balances",
  {
    merchant_id: int("merchant_id")
      .notNull()
      .references(() => merchants.id),
    /** The day's first instant. */
    day: instant("day").notNull(),
    free: stroops("free").notNull(),
    reserved: stroops("reserved").notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchant_id, table.day] })],
);
