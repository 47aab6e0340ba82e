import { sql } from "drizzle-orm";
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, int, json } from "../columns.ts";

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
  },
  (table) => [
    index("contract_events_by_contract").on(table.contract, table.type, table.id),
    index("contract_events_by_type").on(table.type, table.id),
    index("contract_events_rewards")
      .on(sql`data ->> '$.campaign'`, table.id)
      .where(sql`contract = 'campaign' and type = 'reward'`),
    /** A wallet's incoming and outgoing payments of the reward asset. */
    index("contract_events_to").on(sql`data ->> '$.to'`, table.id).where(sql`contract = 'asset'`),
    index("contract_events_from").on(sql`data ->> '$.from'`, table.id).where(sql`contract = 'asset'`),
    /** What happened to an escrow. */
    index("contract_events_escrows").on(sql`data ->> '$.id'`, table.id).where(sql`contract = 'escrow'`),
    index("contract_events_by_tx").on(table.tx_hash),
    index("contract_events_by_ledger").on(table.ledger),
  ],
);
