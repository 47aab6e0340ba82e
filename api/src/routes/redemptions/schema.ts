import { actionNames } from "@merit/core/programmes/redemptions/actions.ts";
import { redemptionKinds, redemptionStatuses } from "@merit/core/store/db/schema/redemptions.ts";
import { z } from "zod";
import { between, decimal, id, isoTime, line, nearestStep, oneOf, wholeNumber } from "../../http/fields.ts";
import { idPage, period } from "../../http/list.ts";
import { points } from "../catalogue/schema.ts";

const MAX_QUANTITY = 1000;

export const redeemBody = z
  .strictObject({
    item_id: id,
    quantity: between(1, MAX_QUANTITY).default(1),
    max_price: points.optional().meta({ description: "highest price per unit that you accept, in points" }),
  })
  .meta({ examples: [{ item_id: 3, max_price: 400 }] });

export const listQuery = z
  .strictObject({
    ...idPage,
    kind: z.enum(redemptionKinds, oneOf(redemptionKinds)).optional(),
    status: z.enum(redemptionStatuses, oneOf(redemptionStatuses)).optional(),
    item_id: wholeNumber(1).optional(),
    ...period,
  })
  .meta({ examples: [{ limit: "20", status: "pending" }] });

export const redemptionParams = z.object({ id: wholeNumber(1) }).meta({ examples: [{ id: "5" }] });

export const stepBody = z
  .discriminatedUnion(
    "step",
    [
      z.strictObject({ step: z.enum(["cancel", "fulfil"]).meta({ description: "step to take" }) }),
      z.strictObject({
        step: z.literal("refund"),
        reason: line(500).optional().meta({ description: "text that the user can read" }),
        restock: z
          .boolean("must be true or false")
          .default(true)
          .meta({ description: "true if the units go back to the item's stock" }),
      }),
    ],
    nearestStep(["cancel", "fulfil", "refund"]),
  )
  .meta({ examples: [{ step: "refund", reason: "The beans were gone." }] });

export const redemptionView = z
  .strictObject({
    id: z.int(),
    kind: z.enum(redemptionKinds).meta({ description: "on_chain: for tokens, with the wallet's own signature" }),
    status: z.enum(redemptionStatuses).meta({
      description: "pending, or locked on the ledger, until it ends",
    }),
    user_id: z.int().nullable().meta({ description: "null: no user had the wallet" }),
    merchant_id: z.int().nullable(),
    item_id: z.int().nullable().meta({ description: "null: the contract's item is in no catalogue" }),
    item_name: z.string().nullable().meta({ description: "its name when it was redeemed" }),
    quantity: z.int(),
    price: z.int().nullable().meta({ description: "points per unit; null for tokens" }),
    price_version: z.int(),
    points: z.int().nullable().meta({ description: "points paid; null for tokens" }),
    reason: z.string().nullable().meta({ description: "merchant's reason for the refund" }),
    next_status: z
      .enum(redemptionStatuses)
      .nullable()
      .meta({ description: "on_chain: the status after the transaction on its way; null: none" }),
    error_message: z
      .string()
      .nullable()
      .meta({ description: "on_chain: reason of that transaction's wait or failure" }),
    actions: z
      .array(
        z.strictObject({
          action: z.enum(actionNames),
          until: isoTime.nullable().meta({ description: "time from which it is refused; null: none" }),
        }),
      )
      .meta({
        description:
          "steps that its user or merchant can take now. For tokens, the user's wallet signs `redemption.cancel` and so on (POST /wallet/envelope). `withdraw` is in GET /redemptions/:id only: the contract owes the wallet tokens that it could not receive",
      }),
    on_chain: z
      .strictObject({
        wallet_address: z.string(),
        contract_redemption_id: z
          .int()
          .nullable()
          .meta({ description: "number that an earlier release of the contract gave it; null for later ones" }),
        contract_item_id: z.string(),
        amount: decimal.meta({ description: "tokens locked, then burned or returned" }),
        reference: z
          .string()
          .meta({ description: "its reference, unique among the wallet's redemptions: 32 bytes, hex" }),
        cancel_until: isoTime.nullable().meta({
          description: "end of the wallet's time to cancel on its own: fulfil it before you hand over; null if unknown",
        }),
        deadline: isoTime.meta({
          description: "end of the time to fulfil it; then anyone may return the tokens",
        }),
        tx_hash: z.string().meta({ description: "transaction that locked the tokens" }),
        end_tx_hash: z.string().nullable().meta({ description: "transaction that burned or returned them" }),
      })
      .nullable()
      .meta({ description: "null for points" }),
    created_at: isoTime,
    updated_at: isoTime,
  })
  .meta({
    id: "Redemption",
    examples: [
      {
        id: 5,
        kind: "points",
        status: "pending",
        user_id: 7,
        merchant_id: 1,
        item_id: 3,
        item_name: "Bag of beans",
        quantity: 1,
        price: 400,
        price_version: 1,
        points: 400,
        reason: null,
        next_status: null,
        error_message: null,
        actions: [{ action: "cancel", until: null }],
        on_chain: null,
        created_at: "2026-11-22T10:12:40.551Z",
        updated_at: "2026-11-22T10:12:40.551Z",
      },
    ],
  });
