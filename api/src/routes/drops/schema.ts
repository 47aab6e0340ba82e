import { dropStatuses } from "@merit/core/db/schema.ts";
import { z } from "zod";
import { amount, decimal, isoTime, line, timestamp, walletAddress } from "../../http/fields.ts";
import { idPage } from "../../http/list.ts";
import { dropParams as params, shareView } from "./claim-schema.ts";

/** Most wallets of one drop. */
export const MAX_SHARES = 10_000;
export const SHARES_RANGE = `must hold 1 to ${MAX_SHARES} wallets`;

export const createBody = z
  .strictObject({
    name: line(200),
    opens_at: timestamp.optional().meta({ description: "UTC, ISO 8601; now without it" }),
    expires_at: timestamp,
    shares: z
      .array(z.strictObject({ wallet_address: walletAddress, amount }), "must be a list")
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
    message: "or csv must be given, and not both",
  });

export const listQuery = z.strictObject(idPage);
export const dropParams = params;

export const dropView = z
  .strictObject({
    id: z.int(),
    merchant_id: z.int(),
    name: z.string(),
    status: z.enum(dropStatuses),
    total: decimal.meta({ description: "reserved for the drop on the ledger" }),
    wallets: z.int().meta({ description: "how many may claim" }),
    root: z.string().meta({ description: "of the Merkle tree, hex" }),
    reference: z.string().meta({ description: "32 bytes that are part of every leaf, hex" }),
    opens_at: isoTime,
    expires_at: isoTime,
    contract_drop_id: z.int().nullable().meta({ description: "id in the distribution contract; null until confirmed" }),
    tx_hash: z.string().nullable().meta({ description: "transaction that created it; null until confirmed" }),
    sweep_tx_hash: z.string().nullable(),
    remainder: decimal.nullable().meta({ description: "what the sweep returned to the merchant's balance" }),
    error_message: z.string().nullable().meta({ description: "why it failed or still waits" }),
    shares: z.array(shareView).optional().meta({ description: "for users: those of their own wallets" }),
    created_at: isoTime,
    updated_at: isoTime,
  })
  .meta({ id: "Drop" });
