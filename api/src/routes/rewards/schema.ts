import { issuanceStatuses } from "@merit/core/db/schema.ts";
import { timelineSteps } from "@merit/core/rewards/timeline.ts";
import { z } from "zod";
import {
  amount,
  decimal,
  id,
  idempotencyKey,
  isoTime,
  timestamp,
  walletAddress,
  wholeNumber,
} from "../../http/fields.ts";
import { idPage } from "../../http/list.ts";

const reward = { campaign_id: id, wallet_address: walletAddress, amount, user_id: id.nullable().default(null) };

export const issueBody = z.strictObject({ idempotency_key: idempotencyKey, ...reward });
export const distributeBody = z.strictObject(reward);

/** Most rewards in one call. */
const MAX_BATCH = 1000;

export const batchBody = z.strictObject({
  rewards: z
    .array(issueBody, "must be a list")
    .min(1, "must hold at least one reward")
    .max(MAX_BATCH, `must hold at most ${MAX_BATCH} rewards`),
});

export const issuanceParams = z.object({ id: wholeNumber(1) });

const once = z.string("must be given once");
export const listQuery = z.strictObject({
  ...idPage,
  campaign_id: wholeNumber(1).optional(),
  status: z.enum(issuanceStatuses, `must be one of ${issuanceStatuses.join(", ")}`).optional(),
  wallet_address: walletAddress.optional(),
  idempotency_key: once.optional(),
  from: timestamp.optional().meta({ description: "created at or after this time (UTC, ISO 8601)" }),
  to: timestamp.optional().meta({ description: "created before this time (UTC, ISO 8601)" }),
});
export const deadLetterQuery = z.strictObject(idPage);

export const acceptedView = z
  .strictObject({
    id: z.int(),
    status: z.enum(issuanceStatuses),
    idempotency_key: z.string(),
  })
  .meta({ id: "AcceptedReward" });

/** One reward of a batch: what `POST /rewards/issue` would have answered for it. */
const batchItem = z.strictObject({
  idempotency_key: z.string(),
  status_code: z.int().meta({ description: "202 accepted, 200 accepted before under this key, 4xx refused" }),
  id: z.int().nullable(),
  status: z.enum(issuanceStatuses).nullable(),
  mismatch: z.boolean().meta({ description: "the key stands for another reward than the one sent now" }),
  error: z
    .strictObject({ code: z.string(), detail: z.string() })
    .nullable()
    .meta({ description: "why it was refused: nothing is stored under its key" }),
});
export const batchView = z
  .strictObject({
    accepted: z.int(),
    repeated: z.int(),
    refused: z.int(),
    data: z.array(batchItem).meta({ description: "in the order sent" }),
  })
  .meta({ id: "RewardBatch" });

export const distributedView = z
  .strictObject({
    id: z.int(),
    status: z.literal("confirmed"),
    tx_hash: z.string().nullable(),
  })
  .meta({ id: "DistributedReward" });

/** Of a payment that was found on the ledger, after the service's database had been turned back. */
const unknownUntilRead = "null for a payment that was found on the ledger, until its event has been read";

export const issuanceView = z
  .strictObject({
    id: z.int(),
    idempotency_key: z.string(),
    campaign_id: z.int(),
    user_id: z.int().nullable(),
    wallet_address: z.string().nullable().meta({ description: unknownUntilRead }),
    amount: decimal.nullable().meta({ description: unknownUntilRead }),
    status: z.enum(issuanceStatuses),
    tx_hash: z.string().nullable().meta({ description: "set on confirmation" }),
    error_message: z.string().nullable().meta({ description: "why it failed, waits or is tried again" }),
    attempts: z.int(),
    created_at: isoTime,
    updated_at: isoTime,
  })
  .meta({ id: "Issuance" });

const timelineStep = z.strictObject({
  step: z.enum(timelineSteps),
  at: isoTime.nullable().meta({ description: "null: it happened, and nothing says when" }),
  detail: z.string().optional().meta({ description: "why it failed or waits, or how it was confirmed" }),
  attempt: z.int().optional().meta({ description: "of `claimed`: how many times a worker has picked it up" }),
  dead_letter_id: z.int().optional().meta({ description: "of `failed`: all attempts were used up" }),
  tx_hash: z.string().optional(),
  ledger: z.int().optional().meta({ description: "sequence of the ledger that has the payment" }),
  event_id: z.string().optional().meta({ description: "of the `reward` event in GET /contract-events" }),
  next_attempt_at: isoTime.optional().meta({ description: "of `waiting`; in the past: it is due" }),
});
export const timelineView = z
  .strictObject({ issuance_id: z.int(), status: z.enum(issuanceStatuses), steps: z.array(timelineStep) })
  .meta({ id: "IssuanceTimeline" });

export const deadLetterView = z
  .strictObject({
    id: z.int(),
    queue: z.string(),
    reason: z.string(),
    attempts: z.int(),
    failed_at: isoTime,
    issuance: issuanceView,
  })
  .meta({ id: "DeadLetter" });
