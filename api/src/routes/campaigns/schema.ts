import { campaignStatuses, missingTrustlineRules } from "@merit/core/store/db/schema/campaigns.ts";
import { z } from "zod";
import { campaignTx, exampleOf, wallet } from "../../http/examples.ts";
import {
  amount,
  changeOf,
  decimal,
  isoTime,
  ledgerTime,
  line,
  nearestStep,
  walletAddress,
  wholeNumber,
} from "../../http/fields.ts";
import { idPage } from "../../http/list.ts";
import { merchantOrMe } from "../../http/me.ts";

export const listQuery = z
  .strictObject({ ...idPage, status: z.enum(campaignStatuses).optional() })
  .meta({ examples: [{ status: "active" }] });

const terms = { name: line(200), budget: amount, starts_at: ledgerTime, ends_at: ledgerTime };
const onMissingTrustline = z
  .enum(missingTrustlineRules, 'must be "fail" or "hold"')
  .meta({ description: "rewards of wallets without a trustline fail after some attempts, or wait for one" });
const holdUntil = ledgerTime
  .nullable()
  .meta({ description: "time until which rewards wait for trustlines; null: the campaign's end" });

export const createBody = z
  .strictObject({
    ...terms,
    starts_at: ledgerTime.optional().meta({ description: "UTC, ISO 8601; without it, the campaign starts now" }),
    per_wallet_cap: amount.nullable().default(null),
    on_missing_trustline: onMissingTrustline.default("fail"),
    hold_until: holdUntil.default(null),
    draft: z
      .boolean("must be true or false")
      .default(false)
      .meta({ description: "create a draft, which is not on the ledger and reserves nothing" }),
  })
  // Passes if one of the two is invalid by itself, since that is reported separately.
  .refine(({ starts_at, ends_at }) => starts_at === undefined || !(ends_at <= starts_at), {
    path: ["ends_at"],
    message: "must be later than starts_at",
  })
  .meta({
    examples: [
      {
        name: "Spring",
        budget: "500",
        starts_at: "2026-11-22T00:00:00.000Z",
        ends_at: "2027-06-01T00:00:00.000Z",
        per_wallet_cap: "20",
        on_missing_trustline: "hold",
        hold_until: "2027-05-01T00:00:00.000Z",
      },
    ],
  });

const draftTerms = z
  .object({
    ...terms,
    per_wallet_cap: amount.nullable(),
    on_missing_trustline: onMissingTrustline,
    hold_until: holdUntil,
  })
  .partial();
export const updateBody = changeOf(draftTerms.shape).meta({ examples: [{ name: "Early spring" }] });

/** Steps that need nothing but their name. */
const plainSteps = ["fund", "pause", "resume", "end", "settle", "drop"] as const;

export const stepBody = z
  .discriminatedUnion(
    "step",
    [
      z.strictObject({ step: z.enum(plainSteps).meta({ description: "step to take" }) }),
      z
        .strictObject({
          step: z.literal("extend"),
          budget: amount.optional().meta({ description: "new total that the campaign may pay" }),
          ends_at: ledgerTime.optional().meta({ description: "the new end" }),
        })
        .refine(({ budget, ends_at }) => budget !== undefined || ends_at !== undefined, {
          message: "must be given, or ends_at",
          path: ["budget"],
        }),
    ],
    nearestStep([...plainSteps, "extend"]),
  )
  .meta({ examples: [{ step: "extend", budget: "750", ends_at: "2027-09-01T00:00:00.000Z" }] });

/** Most rewards in one call. */
const MAX_REWARDS = 1000;

export const dryRunBody = z
  .strictObject({
    rewards: z
      .array(z.strictObject({ wallet_address: walletAddress, amount }), "must be a list")
      .min(1, "must contain at least one reward")
      .max(MAX_REWARDS, `must contain at most ${MAX_REWARDS} rewards`),
  })
  .meta({
    examples: [
      {
        rewards: [
          { wallet_address: wallet, amount: "12.5" },
          { wallet_address: wallet, amount: "1000" },
        ],
      },
    ],
  });

const share = z.strictObject({ count: z.int(), amount: decimal });
export const dryRunView = z
  .strictObject({
    campaign_id: z.int(),
    payable: share.meta({ description: "rewards that would be paid now" }),
    waiting: share.meta({ description: "rewards that would be paid later" }),
    failing: share.meta({ description: "rewards that would fail" }),
    fees: z.strictObject({
      transactions: z.int(),
      xlm: decimal.meta({ description: "estimated network fees of the payouts, in XLM, paid by the operator" }),
    }),
    rewards: z.array(
      z.strictObject({
        wallet_address: z.string(),
        amount: decimal,
        outcome: z.enum(["paid", "waits", "fails"]),
        reason: z.string().nullable(),
      }),
    ),
  })
  .meta({
    id: "DryRun",
    examples: [
      {
        campaign_id: 2,
        payable: { count: 1, amount: "12.5" },
        waiting: { count: 0, amount: "0" },
        failing: { count: 1, amount: "1000" },
        fees: { transactions: 1, xlm: "0.0452176" },
        rewards: [
          { wallet_address: wallet, amount: "12.5", outcome: "paid", reason: null },
          { wallet_address: wallet, amount: "1000", outcome: "fails", reason: "the campaign has 475 left" },
        ],
      },
    ],
  });

export const merchantParams = z.object({ merchant_id: wholeNumber(1) }).meta({ examples: [{ merchant_id: "1" }] });
export const campaignParams = z
  .object({ merchant_id: merchantOrMe, id: wholeNumber(1) })
  .meta({ examples: [{ merchant_id: "me", id: "2" }] });
export const ownCampaignParams = z.object({ id: wholeNumber(1) }).meta({ examples: [{ id: "2" }] });

/** The campaign as anyone may see it. */
const campaignView = z
  .strictObject({
    id: z.int(),
    merchant_id: z.int(),
    name: z.string(),
    budget: decimal,
    spent: decimal.meta({ description: "confirmed on the ledger" }),
    status: z.enum(campaignStatuses),
    expired: z.boolean().meta({ description: "`ends_at` has passed: it pays nothing more, also while it is `active`" }),
    starts_at: isoTime,
    ends_at: isoTime,
    contract_campaign_id: z.int().nullable().meta({ description: "id in the campaign contract; null until confirmed" }),
    tx_hash: z.string().nullable().meta({ description: "transaction that created it; null until confirmed" }),
    per_wallet_cap: decimal.nullable(),
    on_missing_trustline: z.enum(missingTrustlineRules),
    hold_until: isoTime.nullable(),
    created_at: isoTime,
  })
  .meta({
    id: "Campaign",
    examples: [
      {
        id: 2,
        merchant_id: 1,
        name: "Spring",
        budget: "500",
        starts_at: "2026-11-22T00:00:00.000Z",
        ends_at: "2027-06-01T00:00:00.000Z",
        per_wallet_cap: "20",
        on_missing_trustline: "hold",
        hold_until: "2027-05-01T00:00:00.000Z",
        spent: "12.5",
        status: "active",
        expired: false,
        contract_campaign_id: 2,
        tx_hash: campaignTx,
        created_at: "2026-11-21T17:54:12.201Z",
      },
    ],
  });

/** The campaign as its merchant sees it. */
export const ownCampaignView = campaignView
  .extend({
    reserved: decimal.meta({ description: "amount reserved for pending issuances" }),
    next_status: z
      .enum(campaignStatuses)
      .nullable()
      .meta({ description: "the status after the transaction on its way; null: none" }),
    next_budget: decimal
      .nullable()
      .meta({ description: "the budget after the extension that is on its way; null if there is none" }),
    next_ends_at: isoTime.nullable().meta({ description: "the end after that extension" }),
    remainder: decimal.nullable().meta({ description: "amount that settling returned to the merchant's balance" }),
    status_tx_hash: z
      .string()
      .nullable()
      .meta({ description: "transaction of the latest change of status, budget or end after creation" }),
    error_message: z.string().nullable().meta({ description: "reason of the failure or wait" }),
    updated_at: isoTime,
  })
  .meta({
    id: "OwnCampaign",
    examples: [
      {
        ...exampleOf(campaignView),
        reserved: "5",
        next_status: null,
        next_budget: null,
        next_ends_at: null,
        remainder: null,
        status_tx_hash: null,
        error_message: null,
        updated_at: "2026-11-21T17:54:16.040Z",
      },
    ],
  });

/** The merchant's view to its own key and to administrators, and the public one to all others. */
export const shownCampaign = z.union([ownCampaignView, campaignView]).meta({ examples: [exampleOf(ownCampaignView)] });
