import { readCode } from "@merit/core/payouts/vouchers/codes.ts";
import { issuanceStatuses } from "@merit/core/store/db/schema/issuances.ts";
import { voucherStatuses } from "@merit/core/store/db/schema/vouchers.ts";
import { z } from "zod";
import { issuer, pool, rewardTx, voucherCode, wallet } from "../../http/examples.ts";
import {
  amount,
  between,
  decimal,
  id,
  isoTime,
  ledgerTime,
  oneOf,
  walletAddress,
  wholeNumber,
} from "../../http/fields.ts";
import { idPage } from "../../http/list.ts";
import { assetView } from "../network/schema.ts";

/** Most vouchers in one call: as many fit into one commit, and on a sheet that somebody prints. */
const MAX_COUNT = 1000;

export const createBody = z
  .strictObject({
    count: between(1, MAX_COUNT).meta({ description: "number of vouchers to make" }),
    amount: amount.meta({
      description: "amount that each voucher pays",
    }),
    expires_at: ledgerTime.optional().meta({
      description: "time until which they can be redeemed; default: the campaign's end",
    }),
  })
  .meta({ examples: [{ count: 50, amount: "5", expires_at: "2027-01-31T00:00:00.000Z" }] });

export const campaignParams = z
  .object({ id: wholeNumber(1).meta({ description: "the campaign's id" }) })
  .meta({ examples: [{ id: "2" }] });
export const voucherParams = z
  .object({ id: wholeNumber(1).meta({ description: "the voucher's id, not its code" }) })
  .meta({ examples: [{ id: "7" }] });
export const batchParams = z
  .object({ id: wholeNumber(1).meta({ description: "the batch's id" }) })
  .meta({ examples: [{ id: "1" }] });

export const cancelBody = z
  .strictObject({
    voucher_id: id.optional().meta({ description: "the voucher's id, not its code" }),
    batch_id: id.optional().meta({ description: "the batch's id" }),
  })
  .transform(({ voucher_id, batch_id }, issue): { voucher_id: number } | { batch_id: number } => {
    if (voucher_id !== undefined && batch_id === undefined) return { voucher_id };
    if (voucher_id === undefined && batch_id !== undefined) return { batch_id };
    const message = batch_id === undefined ? "is required without batch_id" : "can't go with batch_id: leave one out";
    issue.addIssue({ code: "custom", path: ["voucher_id"], message });
    return z.NEVER;
  })
  .meta({ examples: [{ voucher_id: 7 }] });

export const listQuery = z
  .strictObject({
    ...idPage,
    status: z
      .enum(voucherStatuses, oneOf(voucherStatuses))
      .optional()
      .meta({ description: "status of the vouchers to list" }),
    batch_id: wholeNumber(1).optional().meta({ description: "batch of the vouchers to list" }),
  })
  .meta({ examples: [{ status: "open", limit: "20" }] });

const status = z.enum(voucherStatuses).meta({
  description: "`expired`: its time or its campaign is over",
});

export const voucherView = z
  .strictObject({
    id: z.int().meta({ description: "the voucher's id" }),
    batch_id: z.int().meta({ description: "its batch" }),
    campaign_id: z.int().meta({ description: "the campaign that pays it" }),
    amount: decimal.meta({ description: "amount that it pays" }),
    status,
    issuance_id: z.int().nullable().meta({
      description: "its reward; null until it is redeemed",
    }),
    issuance_status: z.enum(issuanceStatuses).nullable().meta({
      description: "after `failed`, it can be redeemed again",
    }),
    wallet_address: z.string().nullable().meta({ description: "wallet that it was redeemed to last" }),
    tx_hash: z.string().nullable().meta({ description: "the transaction that paid it" }),
    expires_at: isoTime.meta({ description: "time until which it can be redeemed" }),
    created_at: isoTime.meta({ description: "time of creation" }),
    updated_at: isoTime.meta({ description: "time of last change" }),
  })
  .meta({
    id: "Voucher",
    examples: [
      {
        id: 7,
        batch_id: 1,
        campaign_id: 2,
        amount: "5",
        status: "redeemed",
        issuance_id: 3,
        issuance_status: "confirmed",
        wallet_address: wallet,
        tx_hash: rewardTx,
        expires_at: "2027-01-31T00:00:00.000Z",
        created_at: "2026-11-21T17:50:00.000Z",
        updated_at: "2026-11-21T17:55:01.330Z",
      },
    ],
  });

const batchFields = {
  id: z.int().meta({ description: "the batch's id" }),
  campaign_id: z.int().meta({ description: "the campaign that pays them" }),
  amount: decimal.meta({ description: "amount that each of them pays" }),
  count: z.int().meta({ description: "number that was made" }),
  open: z.int().meta({ description: "number that can be redeemed" }),
  redeemed: z.int().meta({ description: "number that was redeemed" }),
  cancelled: z.int().meta({ description: "number that was cancelled" }),
  expired: z.int().meta({ description: "number that expired" }),
  reserved: decimal.meta({ description: "amount that the open ones reserve" }),
  expires_at: isoTime.meta({ description: "time until which they can be redeemed" }),
  created_at: isoTime.meta({ description: "time of their creation" }),
};

const exampleBatch = {
  id: 1,
  campaign_id: 2,
  amount: "5",
  count: 50,
  open: 48,
  redeemed: 2,
  cancelled: 0,
  expired: 0,
  reserved: "240",
  expires_at: "2027-01-31T00:00:00.000Z",
  created_at: "2026-11-21T17:50:00.000Z",
};

export const batchView = z.strictObject(batchFields).meta({ id: "VoucherBatch", examples: [exampleBatch] });

export const madeView = z
  .strictObject({
    ...batchFields,
    vouchers: z
      .array(
        z.strictObject({
          id: z.int().meta({ description: "the voucher's id" }),
          code: z.string().meta({ description: "treat it like money" }),
          url: z.string().meta({ description: "the page that redeems it" }),
        }),
      )
      .nullable()
      .meta({ description: "null in the answer to a repeat" }),
  })
  .meta({
    id: "MadeVouchers",
    examples: [
      {
        ...exampleBatch,
        count: 1,
        open: 1,
        redeemed: 0,
        reserved: "5",
        vouchers: [
          {
            id: 7,
            code: voucherCode,
            url: "https://rewards.example.com/app/v/7KQ4M2XT...",
          },
        ],
      },
    ],
  });

const code = z
  .string("must be a string")
  .max(100, "must have at most 100 characters")
  .transform((typed, issue) => {
    const read = readCode(typed);
    if (read !== null) return read;
    issue.addIssue("has a typing error: a code has 28 letters and digits, such as 7KQ4-M2XT-..., compare it again");
    return z.NEVER;
  })
  .meta({
    description: "the voucher's code; hyphens, spaces and case don't matter",
    json: { type: "string", maxLength: 100 },
  });

export const checkBody = z.strictObject({ code }).meta({ examples: [{ code: voucherCode }] });
export const redeemBody = z
  .strictObject({
    code,
    wallet_address: walletAddress.meta({
      description: "wallet to pay",
    }),
  })
  .meta({ examples: [{ code: voucherCode, wallet_address: wallet }] });

/** The voucher as anyone who has its code may see it. */
export const holderView = z
  .strictObject({
    status,
    redeemable: z.boolean().meta({ description: "true if it can be redeemed now" }),
    reason: z.string().nullable().meta({ description: "reason why it can't be redeemed now" }),
    amount: decimal.meta({ description: "amount that it pays" }),
    asset: assetView.meta({ description: "the asset that it pays in" }),
    merchant_name: z.string().meta({ description: "merchant that pays it" }),
    campaign_name: z.string().meta({ description: "campaign that it is paid for" }),
    expires_at: isoTime.meta({ description: "time until which it can be redeemed" }),
    payment: z
      .strictObject({
        status: z.enum(issuanceStatuses).meta({
          description: "after `failed`, it can be redeemed again",
        }),
        held: z.boolean().meta({ description: "true if it waits for the wallet's trustline" }),
        tx_hash: z.string().nullable().meta({ description: "the transaction that paid it" }),
        error_message: z.string().nullable().meta({ description: "reason of the failure, wait or retry" }),
        updated_at: isoTime.meta({ description: "time of last change" }),
      })
      .nullable()
      .meta({ description: "null until it is redeemed" }),
    trustline_uri: z.string().meta({
      description: "a SEP-7 link that adds the trustline",
    }),
  })
  .meta({
    id: "VoucherOfHolder",
    examples: [
      {
        status: "redeemed",
        redeemable: false,
        reason: "This voucher was redeemed.",
        amount: "5",
        asset: { code: "MERIT", issuer, contract_id: pool },
        merchant_name: "Corner Shop",
        campaign_name: "Spring",
        expires_at: "2027-01-31T00:00:00.000Z",
        payment: {
          status: "confirmed",
          held: false,
          tx_hash: rewardTx,
          error_message: null,
          updated_at: "2026-11-21T17:55:06.018Z",
        },
        trustline_uri: "web+stellar:tx?xdr=AAAA",
      },
    ],
  });
