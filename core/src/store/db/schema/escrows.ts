import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, id, instant, int, stroops } from "../columns.ts";

/**
 * Escrows of the ledger, as the contract's events tell: for lists. What events don't say (amounts and deadlines of milestones)
 * is read from the contract.
 */
export const escrows = sqliteTable(
  "escrows",
  {
    id: id(),
    /** The contract's id, 32-byte hex. */
    contract_escrow_id: text("contract_escrow_id").notNull().unique(),
    depositor: text("depositor").notNull(),
    beneficiary: text("beneficiary").notNull(),
    arbiter: text("arbiter").notNull(),
    /** Amount deposited, and the part that is still in open milestones. */
    amount: stroops("amount").notNull(),
    held: stroops("held").notNull(),
    /** True once beneficiary and arbiter have accepted the terms. */
    bound: flag("bound").notNull(),
    /** Milestones that wait for the arbiter: a bit each. */
    disputed: int("disputed").notNull(),
    /** Transaction that created it. */
    tx_hash: text("tx_hash").notNull(),
    /** Times of the ledger. */
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    index("escrows_by_depositor").on(table.depositor, table.id),
    index("escrows_by_beneficiary").on(table.beneficiary, table.id),
    index("escrows_by_arbiter").on(table.arbiter, table.id),
  ],
);

/** Steps that need the signatures of depositor and beneficiary. */
export const jointActions = ["split", "extend", "cancel"] as const;

/**
 * Joint steps that one of the two parties has proposed. Its signature authorises the call on the ledger; the other party's
 * transaction carries it there.
 */
export const escrowProposals = sqliteTable(
  "escrow_proposals",
  {
    id: id(),
    contract_escrow_id: text("contract_escrow_id").notNull(),
    /** Wallet that proposes. */
    wallet_address: text("wallet_address").notNull(),
    action: text("action", { enum: jointActions }).notNull(),
    /** 0 for `cancel`, which concerns all that are open. */
    milestone: int("milestone").notNull(),
    /** For `split`: the beneficiary's share, basis points. */
    share: int("share"),
    /** For `extend`: the new deadline. */
    deadline: instant("deadline"),
    /** Authorisation entry of the proposer for the call, base64 XDR without a signature; a signature counts before this ledger. */
    entry: text("entry").notNull(),
    max_ledger: int("max_ledger").notNull(),
    /** The entry as the proposer signed it; null: not signed yet, and the other party doesn't see it. */
    signed_entry: text("signed_entry"),
    expires_at: instant("expires_at").notNull(),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    index("escrow_proposals_by_escrow").on(table.contract_escrow_id, table.id),
    index("escrow_proposals_by_expiry").on(table.expires_at),
  ],
);
