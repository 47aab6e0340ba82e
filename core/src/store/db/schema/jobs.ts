import { sql } from "drizzle-orm";
import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant, int, json } from "../columns.ts";

export const queueNames = [
  "reward-issuance",
  "transaction-submission",
  "wallet-submission",
  "webhook-delivery",
  "email",
] as const;
export type QueueName = (typeof queueNames)[number];

/** The queue that keeps the jobs of another one that have used up their attempts. */
export const deadLetterQueue = <Queue extends string>(queue: Queue) => `${queue}-dlq` as const;

/** The queue of the recurring jobs: they never end, so it has no dead letters. */
export const RECURRING = "recurring";

export const jobs = sqliteTable(
  "jobs",
  {
    id: id(),
    queue: text("queue", { enum: [...queueNames, RECURRING] }).notNull(),
    key: text("key").notNull(),
    /** Jobs of one group can be carried by one transaction (reward-issuance: the campaign's id). */
    group: text("group_key").notNull(),
    payload: json("payload").notNull(),
    run_at: instant("run_at").notNull(),
    /** When it was queued, or put back. If the clock is behind this time, it was set back since. */
    queued_at: instant("queued_at").notNull(),
    /** How often a worker has taken it. */
    attempts: int("attempts").notNull(),
    /** Attempts that failed for a reason of its own. The settings say how many of them end it. */
    failures: int("failures").notNull().default(0),
    /** Set while a worker has it. */
    lease_owner: text("lease_owner"),
    /** When the lease expires unless it is renewed. Null: it doesn't expire (jobs/jobs.ts). */
    leased_until: instant("leased_until"),
    last_error: text("last_error"),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("jobs_by_key").on(table.queue, table.key),
    index("jobs_due").on(table.queue, table.group, table.run_at).where(sql`lease_owner is null`),
  ],
);

/** Exhausted jobs with their cause; the queue is a {@link deadLetterQueue}. */
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
  (table) => [
    index("dead_letters_by_key").on(table.queue, table.job_key),
    index("dead_letters_waiting").on(table.queue, table.id).where(sql`redriven_at is null`),
    index("dead_letters_redriven").on(table.redriven_at).where(sql`redriven_at is not null`),
  ],
);
