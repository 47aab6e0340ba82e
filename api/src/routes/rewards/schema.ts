import { timelineSteps } from "@merit/core/payouts/rewards/timeline.ts";
import { issuanceStatuses } from "@merit/core/store/db/schema/issuances.ts";
import { z } from "zod";
import { exampleOf, rewardTx, wallet } from "../../http/examples.ts";
import {
  amount,
  decimal,
  flag,
  id,
  idempotencyKey,
  isoTime,
  oneOf,
  walletAddress,
  wholeNumber,
} from "../../http/fields.ts";
import { idPage, period } from "../../http/list.ts";

/** The body's; the header Idempotency-Key is the other way to send it. */
const keyOfBody = idempotencyKey.optional().meta({
  description: "the reward's key, unless the header Idempotency-Key has it; if both have one, it is the same",
});
export const headerKey = z.object({ "Idempotency-Key": idempotencyKey });

const reward = {
  campaign_id: id,
  wallet_address: walletAddress,
  amount,
  user_id: id.nullable().default(null).meta({
    description: "user who has proven the wallet; the service finds it if absent",
  }),
};

export const issueBody = z.strictObject({ idempotency_key: keyOfBody, ...reward }).meta({
  id: "NewReward",
  examples: [{ idempotency_key: "order-1001", campaign_id: 2, wallet_address: wallet, amount: "12.5" }],
});
export const distributeBody = issueBody.meta({
  examples: [{ campaign_id: 2, wallet_address: wallet, amount: "12.5" }],
});

/** Most rewards in one call. */
const MAX_BATCH = 1000;

export const batchBody = z
  .strictObject({
    rewards: z
      .array(z.strictObject({ idempotency_key: idempotencyKey, ...reward }), "must be a list")
      .min(1, "must contain at least one reward")
      .max(MAX_BATCH, `must contain at most ${MAX_BATCH} rewards`),
    dry_run: z.boolean("must be true or false").default(false).meta({
      description: "true: says what would become of each reward, and accepts none",
    }),
  })
  .meta({
    examples: [
      {
        rewards: [
          { idempotency_key: "order-1001", campaign_id: 2, wallet_address: wallet, amount: "12.5" },
          { idempotency_key: "order-1002", campaign_id: 2, wallet_address: wallet, amount: "900" },
        ],
      },
    ],
  });

export const issuanceParams = z.object({ id: wholeNumber(1) }).meta({ examples: [{ id: "3" }] });

const once = z.string("must be given once");
export const listQuery = z
  .strictObject({
    ...idPage,
    merchant_id: wholeNumber(1).optional().meta({ description: "required with an administrator's token" }),
    campaign_id: wholeNumber(1).optional(),
    status: z.enum(issuanceStatuses, oneOf(issuanceStatuses)).optional(),
    wallet_address: walletAddress.optional(),
    idempotency_key: once.optional(),
    dead_letter: z
      .enum(["true", "false"], "must be true or false")
      .optional()
      .transform((text) => (text === "true" ? true : undefined))
      .meta({
        description: "true: those that failed after all attempts, and were not redriven",
        json: { type: "boolean", default: false },
      }),
    ...period,
  })
  .meta({ examples: [{ idempotency_key: "order-1001" }] });

const exampleState = { id: 3, status: "pending", idempotency_key: "order-1001", tx_hash: null };
/** Answer of every call that pays a reward. */
export const rewardStateView = z
  .strictObject({
    id: z.int(),
    status: z.enum(issuanceStatuses),
    idempotency_key: z.string(),
    tx_hash: z.string().nullable().meta({ description: "null until it is confirmed" }),
  })
  .meta({ id: "RewardState", examples: [exampleState] });

/** The earlier reward of a key. */
export const repeatedView = rewardStateView
  .extend({ mismatch: z.boolean().meta({ description: "the reward has other content than this call" }) })
  .meta({
    id: "RepeatedReward",
    examples: [{ ...exampleState, mismatch: false }],
  });

/** One reward of a batch: what `POST /rewards/issue` would have answered for it. */
const batchItem = z.strictObject({
  idempotency_key: z.string(),
  status_code: z.int().meta({ description: "202 accepted, 200 accepted before under this key, 4xx refused" }),
  id: z.int().nullable().meta({ description: "null: it was refused, or would be accepted" }),
  status: z.enum(issuanceStatuses).nullable(),
  mismatch: z.boolean().meta({ description: "the key was used for a different reward than the one sent now" }),
  error: z
    .strictObject({ code: z.string(), detail: z.string() })
    .nullable()
    .meta({ description: "reason of the refusal: nothing is stored under its key" }),
});
export const batchView = z
  .strictObject({
    accepted: z.int(),
    repeated: z.int(),
    refused: z.int().meta({ description: "number refused" }),
    data: z.array(batchItem).meta({ description: "results in the order sent" }),
  })
  .meta({
    id: "RewardBatch",
    examples: [
      {
        accepted: 1,
        repeated: 0,
        refused: 1,
        data: [
          { id: 3, status: "pending", idempotency_key: "order-1001", status_code: 202, mismatch: false, error: null },
          {
            idempotency_key: "order-1002",
            status_code: 409,
            id: null,
            status: null,
            mismatch: false,
            error: { code: "budget_exhausted", detail: "The campaign has 475 left." },
          },
        ],
      },
    ],
  });

/** Note on payments that were found on the ledger after the service's database had been turned back. */
const unknownUntilRead = "null for a payment that was found on the ledger, until its event has been read";

export const issuanceView = z
  .strictObject({
    id: z.int(),
    idempotency_key: z.string(),
    campaign_id: z.int(),
    user_id: z.int().nullable().meta({ description: "the user who had proven the wallet when it was accepted" }),
    voucher_id: z.int().nullable().meta({ description: "the voucher that it pays; null: none" }),
    wallet_address: z.string().nullable().meta({ description: unknownUntilRead }),
    amount: decimal.nullable().meta({ description: unknownUntilRead }),
    status: z.enum(issuanceStatuses),
    tx_hash: z.string().nullable().meta({ description: "set on confirmation" }),
    error_message: z.string().nullable().meta({ description: "reason of the failure, wait or retry" }),
    attempts: z.int(),
    created_at: isoTime,
    updated_at: isoTime,
  })
  .meta({
    id: "Issuance",
    examples: [
      {
        id: 3,
        idempotency_key: "order-1001",
        campaign_id: 2,
        wallet_address: wallet,
        amount: "12.5",
        user_id: null,
        voucher_id: null,
        status: "confirmed",
        tx_hash: rewardTx,
        error_message: null,
        attempts: 1,
        created_at: "2026-11-21T17:55:01.330Z",
        updated_at: "2026-11-21T17:55:06.018Z",
      },
    ],
  });

const timelineStep = z.strictObject({
  step: z.enum(timelineSteps),
  at: isoTime.nullable().meta({ description: "null: it happened at an unknown time" }),
  detail: z.string().optional().meta({ description: "reason of the failure or wait, or kind of confirmation" }),
  attempt: z.int().optional().meta({ description: "number of times that a worker has picked it up, for `claimed`" }),
  dead_letter_id: z
    .int()
    .optional()
    .meta({ description: "id of the dead letter, for `failed` after the last attempt" }),
  tx_hash: z.string().optional(),
  ledger: z.int().optional().meta({ description: "sequence of the ledger that has the payment" }),
  event_id: z.string().optional().meta({ description: "id of the `reward` event in GET /contract-events" }),
  next_attempt_at: isoTime.optional().meta({
    description:
      "time of the next attempt, for `waiting`; the reward is due if it has passed. Absent while it is held for a trustline",
  }),
});
export const showQuery = z
  .strictObject({ timeline: flag("true: with the steps of its `timeline`") })
  .meta({ examples: [{ timeline: "true" }] });
export const shownView = issuanceView
  .extend({
    timeline: z.array(timelineStep).optional().meta({ description: "steps of the reward, with timeline=true" }),
  })
  .meta({
    id: "ShownIssuance",
    examples: [
      {
        ...exampleOf(issuanceView),
        timeline: [
          { step: "accepted", at: "2026-11-21T17:55:01.330Z" },
          { step: "claimed", at: "2026-11-21T17:55:01.344Z", attempt: 1 },
          { step: "sent", at: "2026-11-21T17:55:01.482Z" },
          { step: "in_ledger", at: "2026-11-21T17:55:05.000Z", tx_hash: rewardTx, ledger: 74 },
          { step: "confirmed", at: "2026-11-21T17:55:06.018Z" },
          { step: "indexed", at: null, event_id: "0000000317827584000-0000000001" },
        ],
      },
    ],
  });
