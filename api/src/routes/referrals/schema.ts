import { bonusStatuses, referralStatuses } from "@merit/core/store/db/schema/referrals.ts";
import { z } from "zod";
import { issuer, rewardTx, wallet } from "../../http/examples.ts";
import { decimal, isoTime, line, oneOf, walletAddress, wholeNumber } from "../../http/fields.ts";
import { idPage } from "../../http/list.ts";

export const listQuery = z
  .strictObject({
    ...idPage,
    status: z.enum(referralStatuses, oneOf(referralStatuses)).optional(),
    newcomer: walletAddress.optional(),
    referrer: walletAddress.optional(),
  })
  .meta({ examples: [{ status: "qualified" }] });

export const referralParams = z.object({ id: wholeNumber(1) }).meta({ examples: [{ id: "1" }] });

export const revokeBody = z
  .strictObject({ reason: line(500).optional().meta({ description: "text that both users can read" }) })
  .optional()
  .meta({ examples: [{ reason: "The order was returned." }] });

const nextSteps = ["revoke", "claim", "expire"] as const;

const bonus = (whose: string) =>
  z
    .strictObject({
      amount: decimal,
      status: z.enum(bonusStatuses),
      tx_hash: z.string().nullable().meta({ description: "transaction that paid, revoked or expired it" }),
    })
    .nullable()
    .meta({ description: `the ${whose}'s bonus; null: there is none, or not yet` });

export const referralView = z
  .strictObject({
    id: z.int(),
    merchant_id: z.int(),
    newcomer: z.string().meta({ description: "wallet" }),
    referrer: z.string().meta({ description: "wallet" }),
    status: z.enum(referralStatuses).meta({
      description:
        "qualified: the bonuses are set aside; failed: they will not be; revoked: the merchant took them back",
    }),
    next_status: z.enum(referralStatuses).nullable().meta({
      description: "the status after the transaction on its way; null: none",
    }),
    error_message: z.string().nullable().meta({ description: "reason of the wait or failure" }),
    reason: z.string().nullable().meta({ description: "the merchant's, for revoking it" }),
    for_newcomer: bonus("newcomer"),
    for_referrer: bonus("referrer"),
    claimable_at: isoTime
      .nullable()
      .meta({ description: "time until which it can be revoked; then it can be claimed" }),
    expires_at: isoTime
      .nullable()
      .meta({ description: "time from which unclaimed bonuses can go back to the programme" }),
    next_steps: z.array(z.enum(nextSteps)).meta({
      description:
        "possible steps: revoke by the merchant; claim by each wallet for its own pending bonus, expire by any wallet (POST /wallet/envelope)",
    }),
    tx_hash: z.string().nullable().meta({ description: "transaction that set the bonuses aside" }),
    created_at: isoTime,
    updated_at: isoTime,
  })
  .meta({
    id: "Referral",
    examples: [
      {
        id: 1,
        merchant_id: 1,
        newcomer: wallet,
        referrer: issuer,
        status: "qualified",
        next_status: null,
        error_message: null,
        reason: null,
        for_newcomer: { amount: "2.5", status: "pending", tx_hash: null },
        for_referrer: { amount: "5", status: "pending", tx_hash: null },
        claimable_at: "2026-12-06T10:12:40.000Z",
        expires_at: "2027-06-04T10:12:40.000Z",
        next_steps: ["revoke"],
        tx_hash: rewardTx,
        created_at: "2026-11-22T10:12:35.551Z",
        updated_at: "2026-11-22T10:12:40.000Z",
      },
    ],
  });
