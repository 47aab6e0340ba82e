import { sql } from "drizzle-orm";
import { check, index, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant, int, json, stroops } from "./columns.ts";
import { merchants } from "./schema/merchants.ts";

export * from "./schema/audit.ts";
export * from "./schema/drops.ts";
export * from "./schema/envelopes.ts";
export * from "./schema/grants.ts";
export * from "./schema/mail.ts";
export * from "./schema/merchants.ts";
export * from "./schema/payouts.ts";
export * from "./schema/point-rules.ts";
export * from "./schema/points.ts";
export * from "./schema/redemptions.ts";
export * from "./schema/reports.ts";
export * from "./schema/schedule.ts";
export * from "./schema/search.ts";
export * from "./schema/sponsoring.ts";
export * from "./schema/users.ts";

export const campaignStatuses = ["draft", "pending", "active", "paused", "ended", "settled", "failed"] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

export const campaigns = sqliteTable(
  "campaigns",
  {
    id: id(),
    merchant_id: int("merchant_id")
      .notNull()
      .references(() => merchants.id),
    name: text("name").notNull(),
    budget: stroops("budget").notNull(),
    /** Confirmed on the ledger. */
    spent: stroops("spent").notNull(),
    /** Promised to pending issuances; `spent + reserved <= budget` always. */
    reserved: stroops("reserved").notNull(),
    per_wallet_cap: stroops("per_wallet_cap"),
    status: text("status", { enum: campaignStatuses }).notNull(),
    /** The status that a transaction on its way leads to; null while none is asked for. */
    next_status: text("next_status", { enum: campaignStatuses }),
    starts_at: instant("starts_at").notNull(),
    ends_at: instant("ends_at").notNull(),
    /** 32-byte hex given to the contract, which makes creation idempotent. */
    reference: text("reference").notNull().unique(),
    contract_campaign_id: int("contract_campaign_id").unique(),
    tx_hash: text("tx_hash"),
    /** Transaction of the latest change of status after creation. */
    status_tx_hash: text("status_tx_hash"),
    /** Stroops that went back to the merchant's balance when it was settled. */
    remainder: stroops("remainder"),
    error_message: text("error_message"),
    /** Number of the next issuance; numbers rise within a campaign and are never reused. */
    next_number: int("next_number").notNull(),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    index("campaigns_by_merchant").on(table.merchant_id, table.id),
    check("campaigns_budget_holds", sql`spent >= 0 and reserved >= 0 and spent + reserved <= budget`),
  ],
);

export const issuanceStatuses = ["pending", "confirmed", "failed"] as const;
export type IssuanceStatus = (typeof issuanceStatuses)[number];

export const issuances = sqliteTable(
  "reward_issuances",
  {
    id: id(),
    merchant_id: int("merchant_id")
      .notNull()
      .references(() => merchants.id),
    idempotency_key: text("idempotency_key").notNull(),
    campaign_id: int("campaign_id")
      .notNull()
      .references(() => campaigns.id),
    user_id: int("user_id"),
    /** Wallet and amount are null where only the contract's mark tells of the payment, until its event is read. */
    wallet_address: text("wallet_address"),
    amount: stroops("amount"),
    status: text("status", { enum: issuanceStatuses }).notNull(),
    /** The contract keeps (campaign, number) -> reference: it refuses to pay a number twice. */
    number: int("number").notNull(),
    /** 8-byte hex: first bytes of SHA-256 over merchant id and idempotency key. */
    reference: text("reference").notNull(),
    /** The transaction that carries this issuance now; null while none is open. */
    submission_id: int("submission_id").references(() => submissions.id),
    tx_hash: text("tx_hash"),
    error_message: text("error_message"),
    /** How often a worker has picked it up. */
    attempts: int("attempts").notNull(),
    /** When a worker last did. */
    claimed_at: instant("claimed_at"),
    /** When it was found paid on the ledger, after the database had been turned back; null: it wasn't. */
    rebuilt_at: instant("rebuilt_at"),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("issuances_by_key").on(table.merchant_id, table.idempotency_key),
    uniqueIndex("issuances_by_number").on(table.campaign_id, table.number),
    index("issuances_by_merchant").on(table.merchant_id, table.id),
    // Also for a status that few or none have: without it, a list would read all rows to find that out.
    index("issuances_by_status").on(table.merchant_id, table.status, table.id),
    // The merchant as well, so that SQLite takes it before the status when both are asked for.
    index("issuances_by_wallet").on(table.wallet_address, table.merchant_id, table.id),
    index("issuances_by_submission").on(table.submission_id),
    /** Confirmed without a known transaction: few, and none for long. */
    index("issuances_unexplained")
      .on(table.campaign_id, table.number)
      .where(sql`status = 'confirmed' and tx_hash is null`),
  ],
);

/** chain/life.ts says what each means and what follows what. */
export const submissionStates = ["stored", "confirmed", "consumed", "failed", "dead", "void"] as const;
export type SubmissionState = (typeof submissionStates)[number];
export const submissionKinds = [
  "payout",
  "epoch",
  "campaign",
  "campaign-step",
  "grant",
  "drop",
  "drop-sweep",
  "drop-claim",
  "redemption",
] as const;
export type SubmissionKind = (typeof submissionKinds)[number];

/** Signed transactions, written before they are first sent. */
export const submissions = sqliteTable(
  "submissions",
  {
    id: id(),
    kind: text("kind", { enum: submissionKinds }).notNull(),
    campaign_id: int("campaign_id").references(() => campaigns.id),
    merchant_id: int("merchant_id").references(() => merchants.id),
    /** The job that it does; payouts find theirs by the issuances that they carry. */
    job_key: text("job_key"),
    /** Inner transaction, signed, base64 XDR; resent unchanged until it lands or is proven dead. */
    envelope: text("envelope").notNull(),
    inner_hash: text("inner_hash").notNull().unique(),
    channel: text("channel").notNull(),
    sequence: text("sequence").notNull(),
    /** Exclusive ledger bound and time bound (Unix seconds) of the inner transaction. */
    max_ledger: int("max_ledger").notNull(),
    max_time: int("max_time").notNull(),
    state: text("state", { enum: submissionStates }).notNull(),
    /** Hash of the outer transaction that landed. */
    tx_hash: text("tx_hash"),
    /** Where it landed; where only its used sequence is known, the ledger in which that was seen. */
    ledger: int("ledger"),
    /** Batch number that the distribution contract gave (payouts only). */
    batch_seq: int("batch_seq"),
    /** What the fee account paid, stroops of XLM; null where that isn't known. */
    fee_charged: stroops("fee_charged"),
    error_message: text("error_message"),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    index("submissions_open").on(table.channel).where(sql`state = 'stored'`),
    index("submissions_by_tx").on(table.tx_hash),
  ],
);

/** Every outer (fee bump) hash under which a submission was sent. */
export const submissionHashes = sqliteTable("submission_hashes", {
  hash: text("hash").primaryKey(),
  submission_id: int("submission_id")
    .notNull()
    .references(() => submissions.id),
  fee: stroops("fee").notNull(),
});

export const queueNames = ["reward-issuance", "transaction-submission", "wallet-submission", "email"] as const;
export type QueueName = (typeof queueNames)[number];

export const jobs = sqliteTable(
  "jobs",
  {
    id: id(),
    queue: text("queue", { enum: queueNames }).notNull(),
    key: text("key").notNull(),
    /** Jobs of one group can be carried by one transaction (reward-issuance: the campaign's id). */
    group: text("group_key").notNull(),
    payload: json("payload").notNull(),
    run_at: instant("run_at").notNull(),
    /** When it was queued, or put back: a clock that is behind this was set back since. */
    queued_at: instant("queued_at").notNull(),
    /** How often a worker has taken it. */
    attempts: int("attempts").notNull(),
    /** Attempts that failed for a reason of its own; it is given up at `max_attempts` of them. */
    failures: int("failures").notNull().default(0),
    max_attempts: int("max_attempts").notNull(),
    /** Set while a worker has it; the next start frees what a dead worker had. */
    lease_owner: text("lease_owner"),
    last_error: text("last_error"),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("jobs_by_key").on(table.queue, table.key),
    index("jobs_due").on(table.queue, table.group, table.run_at).where(sql`lease_owner is null`),
  ],
);

/** Exhausted jobs with their cause; queue is the source's name with `-dlq`. */
export const deadLetters = sqliteTable(
  "dead_letters",
  {
    id: id(),
    queue: text("queue").notNull(),
    job_key: text("job_key").notNull(),
    group: text("group_key").notNull(),
    payload: json("payload").notNull(),
    attempts: int("attempts").notNull(),
    reason: text("reason").notNull(),
    failed_at: instant("failed_at").notNull(),
    redriven_at: instant("redriven_at"),
  },
  (table) => [index("dead_letters_by_key").on(table.queue, table.job_key)],
);

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
    /** What a wallet got and gave of the reward asset. */
    index("contract_events_to").on(sql`data ->> '$.to'`, table.id).where(sql`contract = 'asset'`),
    index("contract_events_from").on(sql`data ->> '$.from'`, table.id).where(sql`contract = 'asset'`),
    index("contract_events_by_tx").on(table.tx_hash),
    index("contract_events_by_ledger").on(table.ledger),
  ],
);

/** Where the indexer goes on; written in the commit that writes the rows. */
export const indexerCursors = sqliteTable("indexer_cursors", {
  name: text("name").primaryKey(),
  cursor: text("cursor"),
  ledger: int("ledger").notNull(),
  updated_at: instant("updated_at").notNull(),
});

/** Ledgers that the node no longer had when the indexer came to them (both ends included). */
export const indexerGaps = sqliteTable("indexer_gaps", {
  id: id(),
  from_ledger: int("from_ledger").notNull(),
  to_ledger: int("to_ledger").notNull(),
  found_at: instant("found_at").notNull(),
});

/** Answers kept for the `Idempotency-Key` header; scope is the caller (merchant id, or the route for public calls). */
export const idempotencyRecords = sqliteTable(
  "idempotency_records",
  {
    scope: text("scope").notNull(),
    key: text("key").notNull(),
    route: text("route").notNull(),
    body_hash: text("body_hash").notNull(),
    status: int("status").notNull(),
    response: json("response").notNull(),
    created_at: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.key] })],
);

/** Facts about the database itself, such as the network it belongs to. */
export const facts = sqliteTable("facts", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
});
