import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, id, instant, stroops } from "../columns.ts";

/** `finished`: everything was paid out, or what wasn't went back to the funder. */
export const vestingStatuses = ["active", "revoked", "finished"] as const;
export type VestingStatus = (typeof vestingStatuses)[number];

/** Schedules of the vesting contract, made from its events alone. Their plans are on the ledger only. */
export const vestingSchedules = sqliteTable(
  "vesting_schedules",
  {
    id: id(),
    /** The contract's id, 32 bytes in hex. */
    schedule: text("schedule").notNull().unique(),
    funder: text("funder").notNull(),
    /** Wallet to which it was granted, and the one that has it now. */
    granted_to: text("granted_to").notNull(),
    beneficiary: text("beneficiary").notNull(),
    status: text("status", { enum: vestingStatuses }).notNull(),
    total: stroops("total").notNull(),
    /** Amounts paid to beneficiaries, and returned to the funder by a revocation. */
    released: stroops("released").notNull(),
    refunded: stroops("refunded").notNull(),
    revocable: flag("revocable").notNull(),
    revoked_at: instant("revoked_at"),
    /** The latest offer to another wallet that wasn't cancelled or accepted; from `offer_ends_at` on it is void. */
    offered_to: text("offered_to"),
    offer_ends_at: instant("offer_ends_at"),
    /** Transaction that created it. */
    tx_hash: text("tx_hash").notNull(),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    index("vesting_by_funder").on(table.funder, table.id),
    index("vesting_by_beneficiary").on(table.beneficiary, table.id),
    index("vesting_by_offer").on(table.offered_to, table.id),
  ],
);
