import { type Kind, kinds } from "@merit/core/operations/reconciliation/differences.ts";
import { grantStatuses } from "@merit/core/store/db/schema/grants.ts";
import { deadLetterQueue, type QueueName, queueNames } from "@merit/core/store/db/schema/jobs.ts";
import { runResults } from "@merit/core/store/db/schema/recurring-jobs.ts";
import { roles } from "@merit/core/store/db/schema/users.ts";
import { z } from "zod";
import { campaignTx, exampleOf } from "../../http/examples.ts";
import { amount, decimal, id, isoTime, timestamp, walletAddress, wholeNumber } from "../../http/fields.ts";
import { idPage, listOf, pageOf } from "../../http/list.ts";
import { merchantView as merchant } from "../merchants/schema.ts";

export const idParams = z.object({ id: wholeNumber(1) }).meta({ examples: [{ id: "1" }] });

const detail = z.record(z.string(), z.unknown());

// Recurring jobs

export const jobParams = z
  .object({ name: z.string().regex(/^[a-z][a-z0-9-]{0,49}$/) })
  .meta({ examples: [{ name: "prune" }] });

export const jobView = z
  .strictObject({
    name: z.string(),
    title: z.string(),
    schedule: z.string().meta({ description: "`every <n> s`, `cron <pattern>` in UTC, or `manual`" }),
    running: z.boolean(),
    progress: detail.nullable().meta({ description: "progress reported by the current or the last run" }),
    next_run_at: isoTime.nullable(),
    last_started_at: isoTime.nullable(),
    last_finished_at: isoTime.nullable(),
    last_status: z.enum(runResults).nullable(),
    last_result: detail.nullable(),
    last_error: z.string().nullable(),
    failures: z.int().meta({ description: "runs that failed since one succeeded" }),
  })
  .meta({
    id: "ScheduledJob",
    examples: [
      {
        name: "prune",
        title: "Deletes expired sessions, one-time tokens and stored answers",
        schedule: "every 3600 s",
        running: false,
        progress: null,
        next_run_at: "2026-11-21T19:00:00.000Z",
        last_started_at: "2026-11-21T18:00:00.000Z",
        last_finished_at: "2026-11-21T18:00:00.012Z",
        last_status: "succeeded",
        last_result: { answers: 120, sessions: 4, one_time_tokens: 7 },
        last_error: null,
        failures: 0,
      },
    ],
  });

const backupView = z
  .strictObject({
    file: z.string(),
    bytes: z.int(),
    sha256: z.string().meta({ description: "SHA-256 of the file, hex" }),
    created_at: isoTime,
  })
  .meta({
    id: "Backup",
    examples: [
      {
        file: "merit-20261121T030000Z-9f3c.db",
        bytes: 41472000,
        sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        created_at: "2026-11-21T03:00:00.000Z",
      },
    ],
  });

const jobList = listOf(jobView);
export const jobsView = jobList
  .extend({
    backups: z.array(backupView).meta({ description: "the files in the service's backup folder, newest first" }),
  })
  .meta({ examples: [{ ...exampleOf(jobList), backups: [exampleOf(backupView)] }] });

// Queues

const queueName = z.enum(queueNames);
const letterQueues = queueNames.map(deadLetterQueue);
/** A queue, by its own name or that of its dead letters. */
const eitherName = z
  .string()
  .transform((name) => name.replace(/-dlq$/, "") as QueueName)
  .refine((name) => queueNames.includes(name), `must be a queue: ${queueNames.join(", ")}, or one of them with -dlq`)
  .meta({
    description: "name of the queue, or of its dead-letter queue: both mean the same here",
    json: { type: "string", enum: [...queueNames, ...letterQueues] },
  });
export const queueParams = z.object({ name: eitherName }).meta({ examples: [{ name: "email-dlq" }] });
export const queueView = z
  .strictObject({
    name: queueName,
    waiting: z.int(),
    leased: z.int().meta({ description: "number of running jobs" }),
    oldest_due_at: isoTime.nullable().meta({ description: "time at which the oldest is due" }),
    dead_letter_queue: z.enum(letterQueues).meta({ description: "queue of jobs that failed for good" }),
    dead_letters: z.int().meta({ description: "number of jobs that failed for good, not redriven" }),
  })
  .meta({
    id: "Queue",
    examples: [
      {
        name: "email",
        waiting: 2,
        leased: 1,
        oldest_due_at: "2026-11-21T18:00:00.000Z",
        dead_letter_queue: "email-dlq",
        dead_letters: 1,
      },
    ],
  });

export const letterView = z
  .strictObject({
    id: z.int(),
    queue: z.enum(letterQueues),
    job_key: z.string(),
    payload: detail,
    attempts: z.int(),
    reason: z.string(),
    failed_at: isoTime,
    redriven_at: isoTime.nullable(),
  })
  .meta({
    id: "QueueDeadLetter",
    examples: [
      {
        id: 3,
        queue: "email-dlq",
        job_key: "mail:12",
        payload: { kind: "mail", email_id: 12 },
        attempts: 6,
        reason: "connection refused",
        failed_at: "2026-11-21T18:00:00.000Z",
        redriven_at: null,
      },
    ],
  });

export const MAX_REDRIVEN = 100;
const REDRIVEN = `must be a whole number from 1 to ${MAX_REDRIVEN}`;

export const redriveBody = z
  .strictObject({
    id: id.optional().meta({ description: "the dead letter; default: the newest ones" }),
    limit: z
      .int(REDRIVEN)
      .min(1, REDRIVEN)
      .max(MAX_REDRIVEN, REDRIVEN)
      .optional()
      .meta({ description: `number of the newest; default: ${MAX_REDRIVEN}` }),
  })
  .refine(({ id, limit }) => id === undefined || limit === undefined, {
    path: ["limit"],
    message: "must be left out where id is given",
  })
  .optional()
  .meta({ examples: [{ limit: 50 }] });

export const redrivenView = z
  .strictObject({
    redriven: z.array(z.int()).meta({ description: "ids of dead letters" }),
    refused: z.array(z.strictObject({ id: z.int(), code: z.string(), detail: z.string() })),
  })
  .meta({ id: "Redriven", examples: [{ redriven: [3], refused: [] }] });

// Audit log

const text = z.string("must be given once").min(1, "must not be empty").max(100, "must have at most 100 characters");

export const auditQuery = z
  .strictObject({
    ...idPage,
    actor: text.optional().meta({ description: "`user:<id>` or `operator`" }),
    action: text.optional().meta({ description: "such as `user.role`" }),
    subject: text.optional().meta({ description: "such as `user:7`" }),
    from: timestamp.optional(),
    to: timestamp.optional(),
  })
  .meta({ examples: [{ subject: "user:7" }] });

export const auditView = z
  .strictObject({
    id: z.int(),
    actor: z.string().meta({ description: "`user:<id>`; `operator`: a command on the service's own machine" }),
    action: z.string(),
    subject: z.string(),
    detail,
    created_at: isoTime,
  })
  .meta({
    id: "AuditEntry",
    examples: [
      {
        id: 9,
        actor: "user:1",
        action: "user.role",
        subject: "user:7",
        detail: { from: "user", to: "admin" },
        created_at: "2026-11-21T18:00:00.000Z",
      },
    ],
  });

// Audit

export const periodQuery = z
  .strictObject({
    from: timestamp.optional(),
    to: timestamp.optional(),
  })
  .meta({ examples: [{ from: "2026-11-01T00:00:00Z", to: "2026-12-01T00:00:00Z" }] });

const compared = z.strictObject({ campaigns: z.int(), rewards: z.int(), marks: z.int(), events: z.int() });

export const auditResultView = z
  .strictObject({
    differences: z
      .array(
        z.strictObject({
          kind: z.enum(Object.keys(kinds) as Kind[]),
          where: z
            .record(z.string(), z.union([z.string(), z.int()]))
            .meta({ description: "ids of the records concerned, such as `campaign_id`" }),
          sides: z
            .record(z.string(), z.string())
            .meta({ description: "the value on each side: `records`, `ledger`, `events`" }),
          meaning: z.string(),
          advice: z.string().meta({ description: "step to take" }),
        }),
      )
      .meta({ description: "the first 1,000 of `total`" }),
    total: z.int().meta({ description: "number of differences" }),
    compared: compared.meta({ description: "number that was compared" }),
    not_compared: z.array(z.string()).meta({ description: "values that could not be compared, with the reason" }),
  })
  .meta({
    id: "Audit",
    examples: [
      {
        differences: [
          {
            kind: "campaign_spent",
            where: { campaign_id: 1, contract_campaign_id: 1 },
            sides: { records: "125", ledger: "150" },
            ...kinds.campaign_spent,
          },
        ],
        total: 1,
        compared: { campaigns: 3, rewards: 1200, marks: 1200, events: 24 },
        not_compared: [],
      },
    ],
  });

// Users

export const userQuery = z
  .strictObject({
    ...idPage,
    email: text.optional().meta({ description: "beginning of the address" }),
    wallet_address: walletAddress.optional(),
    role: z.enum(roles, "must be user or admin").optional(),
  })
  .meta({ examples: [{ email: "ada@" }] });

// Merchants

export const merchantQuery = z
  .strictObject({
    ...idPage,
    email: text.optional().meta({ description: "beginning of the address" }),
  })
  .meta({ examples: [{ email: "owner@" }] });

export const fundBody = z.strictObject({ amount }).meta({ examples: [{ amount: "50000" }] });

export const grantView = z
  .strictObject({
    id: z.int(),
    merchant_id: z.int(),
    amount: decimal,
    status: z.enum(grantStatuses),
    tx_hash: z.string().nullable(),
    error_message: z.string().nullable().meta({ description: "reason of the wait or failure" }),
    created_at: isoTime,
    updated_at: isoTime,
  })
  .meta({
    id: "MerchantGrant",
    examples: [
      {
        id: 5,
        merchant_id: 1,
        amount: "50000",
        status: "confirmed",
        tx_hash: campaignTx,
        error_message: null,
        created_at: "2026-11-21T18:00:00.000Z",
        updated_at: "2026-11-21T18:00:04.000Z",
      },
    ],
  });

const grants = pageOf(grantView, "the grants");
export const merchantView = merchant
  .extend({ grants: grants.meta({ description: "grants of the treasury, newest first" }) })
  .meta({ id: "MerchantForAdmin", examples: [{ ...exampleOf(merchant), grants: exampleOf(grants) }] });
