import { issuanceStatuses } from "@merit/core/db/schema.ts";
import { z } from "zod";
import { amount, decimal, id, idempotencyKey, isoTime, walletAddress, wholeNumber } from "../../http/fields.ts";
import { idPage } from "../../http/list.ts";

const reward = { campaign_id: id, wallet_address: walletAddress, amount, user_id: id.nullable().default(null) };

export const issueBody = z.strictObject({ idempotency_key: idempotencyKey, ...reward });
export const distributeBody = z.strictObject(reward);

export const issuanceParams = z.object({ id: wholeNumber(1) });

const once = z.string("must be given once");
export const listQuery = z.strictObject({
  ...idPage,
  campaign_id: wholeNumber(1).optional(),
  status: z.enum(issuanceStatuses, `must be one of ${issuanceStatuses.join(", ")}`).optional(),
  wallet_address: walletAddress.optional(),
  idempotency_key: once.optional(),
});
export const deadLetterQuery = z.strictObject(idPage);

export const acceptedView = z
  .strictObject({
    id: z.int(),
    status: z.enum(issuanceStatuses),
    idempotency_key: z.string(),
  })
  .meta({ id: "AcceptedReward" });
export const distributedView = z
  .strictObject({
    id: z.int(),
    status: z.literal("confirmed"),
    tx_hash: z.string().nullable(),
  })
  .meta({ id: "DistributedReward" });

export const issuanceView = z
  .strictObject({
    id: z.int(),
    idempotency_key: z.string(),
    campaign_id: z.int(),
    user_id: z.int().nullable(),
    wallet_address: z.string(),
    amount: decimal,
    status: z.enum(issuanceStatuses),
    tx_hash: z.string().nullable().meta({ description: "set on confirmation" }),
    error_message: z.string().nullable().meta({ description: "why it failed, waits or is tried again" }),
    attempts: z.int(),
    created_at: isoTime,
    updated_at: isoTime,
  })
  .meta({ id: "Issuance" });

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
