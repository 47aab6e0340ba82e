import { dropStatuses } from "@merit/core/store/db/schema/drops.ts";
import { z } from "zod";
import { campaignTx, wallet } from "../../http/examples.ts";
import { amount, decimal, isoTime, ledgerTime, line, listedAddress, nearestStep } from "../../http/fields.ts";
import { idPage } from "../../http/list.ts";
import { dropParams as params, shareView } from "./claim-schema.ts";

/** Most wallets of one drop. */
export const MAX_SHARES = 10_000;
export const SHARES_RANGE = `must contain 1 to ${MAX_SHARES} wallets`;

export const listQuery = z
  .strictObject({ ...idPage, status: z.enum(dropStatuses).optional() })
  .meta({ examples: [{ status: "active" }] });

export const createBody = z
  .strictObject({
    name: line(200),
    starts_at: ledgerTime.optional().meta({
      description: "UTC, ISO 8601; default and earliest: 25 hours from now; on a local network, now",
    }),
    ends_at: ledgerTime,
    shares: z
      .array(z.strictObject({ wallet_address: listedAddress, amount }), "must be a list")
      .min(1, SHARES_RANGE)
      .max(MAX_SHARES, SHARES_RANGE)
      .optional(),
    csv: z
      .string("must be a string")
      .optional()
      .meta({ description: "instead of shares: CSV (RFC 4180) with lines of wallet,amount" }),
  })
  .refine(({ shares, csv }) => (shares === undefined) !== (csv === undefined), {
    path: ["shares"],
    message: "must be given if csv isn't, and left out if it is",
  })
  .meta({
    examples: [
      {
        name: "Thanks",
        starts_at: "2026-11-22T00:00:00.000Z",
        ends_at: "2027-02-20T00:00:00.000Z",
        shares: [{ wallet_address: wallet, amount: "5" }],
      },
    ],
  });

export const dropParams = params;

const steps = ["cancel", "sweep"] as const;
export const stepBody = z
  .strictObject({ step: z.enum(steps, nearestStep(steps)).meta({ description: "step to take" }) })
  .meta({ examples: [{ step: "cancel" }] });

export const dropView = z
  .strictObject({
    id: z.int(),
    merchant_id: z.int(),
    name: z.string(),
    status: z.enum(dropStatuses),
    total: decimal.meta({ description: "sum reserved for the drop on the ledger" }),
    wallets: z.int().meta({ description: "number of wallets that may claim" }),
    root: z.string().meta({ description: "root of the Merkle tree, hex" }),
    reference: z.string().meta({ description: "32 bytes that are part of every leaf, hex" }),
    starts_at: isoTime,
    ends_at: isoTime,
    contract_drop_id: z.int().nullable().meta({ description: "id in the distribution contract; null until confirmed" }),
    tx_hash: z.string().nullable().meta({ description: "transaction that created it; null until confirmed" }),
    end_tx_hash: z.string().nullable().meta({ description: "transaction of the sweep or the cancellation" }),
    remainder: decimal.nullable().meta({ description: "amount that it returned to the merchant's balance" }),
    error_message: z.string().nullable().meta({ description: "reason of the failure or wait" }),
    claimed: z
      .strictObject({ wallets: z.int().meta({ description: "wallets that were paid" }), amount: decimal })
      .optional()
      .meta({ description: "shares that were paid; for the merchant" }),
    next_steps: z
      .array(z.enum(steps))
      .optional()
      .meta({ description: "steps that can be taken now, by the ledger's time; for the merchant" }),
    shares: z.array(shareView).optional().meta({ description: "shares of the user's own wallets; for users" }),
    created_at: isoTime,
    updated_at: isoTime,
  })
  .meta({
    id: "Drop",
    examples: [
      {
        id: 4,
        merchant_id: 1,
        name: "Thanks",
        starts_at: "2026-11-22T00:00:00.000Z",
        ends_at: "2027-02-20T00:00:00.000Z",
        status: "active",
        total: "5",
        wallets: 1,
        root: "9d3f1e5b0c7a48d2b6e1f04a7c92d58e3b6f10a4c8d7e295f1b3064a8ce2d7f9",
        reference: "27c4b1f0e8d35a6972c0f4e1b8d3a7650912cedf4b68a1377e5d20f9c84b6a1e",
        contract_drop_id: 1,
        tx_hash: campaignTx,
        end_tx_hash: null,
        remainder: null,
        error_message: null,
        created_at: "2026-11-21T18:30:02.118Z",
        updated_at: "2026-11-21T18:30:07.930Z",
      },
    ],
  });
