import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, id, instant, int, json, stroops } from "../columns.ts";

// Rows made of the indexed events of the governance contract. The contract decides; these rows are for lists.

export const proposalOutcomes = ["cancelled", "vetoed", "executed"] as const;

export const proposals = sqliteTable(
  "governance_proposals",
  {
    id: id(),
    /** The contract's id, 32-byte hex. */
    reference: text("reference").notNull().unique(),
    proposer: text("proposer").notNull(),
    /** Description in the proposer's words. */
    description: text("description").notNull(),
    /** Target and function of each call; `governance.actions` has the arguments with their types. */
    calls: json("calls").notNull(),
    /** Ledgers: the one whose stakes count, and the last of the vote. */
    snapshot: int("snapshot").notNull(),
    vote_end: int("vote_end").notNull(),
    quorum: stroops("quorum").notNull(),
    threshold_bps: int("threshold_bps").notNull(),
    in_favour: stroops("in_favour").notNull(),
    against: stroops("against").notNull(),
    abstain: stroops("abstain").notNull(),
    /** True if the votes so far would win. */
    is_winning: flag("is_winning").notNull(),
    /** Null until it is queued. */
    executable_from: instant("executable_from"),
    executable_until: instant("executable_until"),
    /** Null as long as only votes and time decide its state. */
    outcome: text("outcome", { enum: proposalOutcomes }),
    /** Transaction that proposed it. */
    tx_hash: text("tx_hash").notNull(),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [index("governance_proposals_by_proposer").on(table.proposer, table.id)],
);

/** The contract's numbers are the positions. */
export const voteSupports = ["against", "for", "abstain"] as const;
export type VoteSupport = (typeof voteSupports)[number];

export const votes = sqliteTable(
  "governance_votes",
  {
    id: id(),
    proposal_id: int("proposal_id")
      .notNull()
      .references(() => proposals.id),
    voter: text("voter").notNull(),
    /** Wallet that cast it for the voter; null: the voter itself. */
    delegate: text("delegate"),
    support: text("support", { enum: voteSupports }).notNull(),
    weight: stroops("weight").notNull(),
    tx_hash: text("tx_hash").notNull(),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("governance_votes_by_voter").on(table.proposal_id, table.voter),
    index("governance_votes_by_proposal").on(table.proposal_id, table.id),
  ],
);

/** Delegations of votes. A wallet that took the right back has no row. */
export const delegations = sqliteTable(
  "governance_delegations",
  {
    id: id(),
    delegator: text("delegator").notNull().unique(),
    delegate: text("delegate").notNull(),
    /** Ledger in which it was named, which decides on what it may vote; and when that closed. */
    since_ledger: int("since_ledger").notNull(),
    since: instant("since").notNull(),
  },
  (table) => [index("governance_delegations_by_delegate").on(table.delegate)],
);

export const stakes = sqliteTable("governance_stakes", {
  id: id(),
  wallet_address: text("wallet_address").notNull().unique(),
  votes: stroops("votes").notNull(),
  /** Staked amount without votes yet, and the time since when all of it warms up. */
  warming: stroops("warming").notNull(),
  warming_since: instant("warming_since"),
  /** Unstaked amount, and the time from which it can be withdrawn. */
  cooling: stroops("cooling").notNull(),
  cooling_until: instant("cooling_until"),
  updated_at: instant("updated_at").notNull(),
});
