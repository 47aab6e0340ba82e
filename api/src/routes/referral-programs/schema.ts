import { programStatuses } from "@merit/core/programmes/referral-programs/store.ts";
import { qualifications } from "@merit/core/store/db/schema/referrals.ts";
import { z } from "zod";
import { rewardTx, wallet } from "../../http/examples.ts";
import { accountAddress, amount, decimal, isoTime, ledgerTime, oneOf } from "../../http/fields.ts";
import { idPage } from "../../http/list.ts";
import { merchantOrMe } from "../../http/me.ts";

const MAX_CLAWBACK_DAYS = 90;
const DAYS = `must be a whole number of days, at most ${MAX_CLAWBACK_DAYS}`;
/** The contract's limit: three years. */
const MAX_AHEAD_MS = 3 * 366 * 86_400_000;

const currency = z
  .string("must be a string")
  .regex(/^[A-Z]{3}$/, 'must be a currency code such as "EUR"')
  .meta({ description: "ISO 4217 code" });

const what = {
  sponsor: { description: "wallet that funds the programme, and gets back what is left" },
  bonus_referrer: { description: "tokens for the referrer of each newcomer that qualifies; null: none" },
  bonus_newcomer: { description: "tokens for each newcomer that qualifies; null: none" },
  referrer_cap: { description: "most tokens that one referrer gets" },
  budget: { description: "upper limit in tokens for the sum of what was paid, is set aside and is free" },
  clawback_days: {
    description: "days in which the merchant can revoke the bonuses of a newcomer, and nobody can claim them",
  },
  qualifies_on: {
    description:
      "first_reward: the merchant's first reward to the newcomer is paid; spend: purchases of at least min_spend are reported",
  },
  min_spend: { description: "money, decimal string; only with spend" },
};

export const programBody = z
  .strictObject({
    sponsor: accountAddress.meta(what.sponsor),
    bonus_referrer: amount.nullable().default(null).meta(what.bonus_referrer),
    bonus_newcomer: amount.nullable().default(null).meta(what.bonus_newcomer),
    referrer_cap: amount.optional().meta({ description: `${what.referrer_cap.description}; default: the budget` }),
    budget: amount.meta(what.budget),
    starts_at: ledgerTime
      .optional()
      .meta({ description: "UTC, ISO 8601; default: the programme's present value, or now for a new programme" }),
    ends_at: ledgerTime.meta({ description: "UTC, ISO 8601; in the future, at most three years ahead" }),
    clawback_days: z.int(DAYS).min(0, DAYS).max(MAX_CLAWBACK_DAYS, DAYS).default(14).meta(what.clawback_days),
    qualifies_on: z.enum(qualifications, "must be first_reward or spend").meta(what.qualifies_on),
    min_spend: amount.optional().meta(what.min_spend),
    currency: currency.optional(),
  })
  .superRefine((body, issue) => {
    const wrong = (field: string, message: string) => issue.addIssue({ code: "custom", path: [field], message });
    const [referrer, newcomer] = [body.bonus_referrer ?? 0n, body.bonus_newcomer ?? 0n];
    if (referrer + newcomer === 0n) wrong("bonus_newcomer", "must be given, unless bonus_referrer is");
    if (body.budget < referrer + newcomer) wrong("budget", "must cover both bonuses of one newcomer");
    if (body.referrer_cap !== undefined && body.referrer_cap < referrer)
      wrong("referrer_cap", "must be at least bonus_referrer");
    if (body.starts_at && body.ends_at <= body.starts_at) wrong("ends_at", "must be after starts_at");
    if (body.ends_at.getTime() > Date.now() + MAX_AHEAD_MS) wrong("ends_at", "must be at most three years ahead");
    const isSpend = body.qualifies_on === "spend";
    for (const field of ["min_spend", "currency"] as const) {
      if (isSpend && body[field] === undefined) wrong(field, "is required with qualifies_on spend");
      if (!isSpend && body[field] !== undefined) wrong(field, "belongs to qualifies_on spend: remove it");
    }
  })
  .meta({
    examples: [
      {
        sponsor: wallet,
        bonus_referrer: "5",
        bonus_newcomer: "2.5",
        referrer_cap: "50",
        budget: "1000",
        ends_at: "2027-03-31T00:00:00Z",
        clawback_days: 14,
        qualifies_on: "spend",
        min_spend: "20",
        currency: "EUR",
      },
    ],
  });

export const programParams = z.object({ merchant_id: merchantOrMe }).meta({ examples: [{ merchant_id: "me" }] });

export const listQuery = z
  .strictObject({
    ...idPage,
    status: z.enum(programStatuses, oneOf(programStatuses)).optional(),
  })
  .meta({ examples: [{ status: "running" }] });

const terms = {
  sponsor: z.string().meta(what.sponsor),
  bonus_referrer: decimal.nullable().meta(what.bonus_referrer),
  bonus_newcomer: decimal.nullable().meta(what.bonus_newcomer),
  referrer_cap: decimal.meta(what.referrer_cap),
  budget: decimal.meta(what.budget),
  starts_at: isoTime,
  ends_at: isoTime.meta({
    description: "time from which nobody qualifies; if the sponsor left, this is earlier than the merchant set it",
  }),
  clawback_seconds: z.int().meta({
    description: "seconds in which the merchant can revoke the bonuses of a newcomer, and nobody can claim them",
  }),
  qualifies_on: z
    .enum(qualifications)
    .nullable()
    .meta({ description: `${what.qualifies_on.description}; null: nobody qualifies until the merchant sets the rule` }),
  min_spend: decimal.nullable().meta(what.min_spend),
  currency: z.string().nullable(),
};

const program = {
  merchant_id: z.int(),
  status: z.enum(programStatuses),
  ...terms,
  tx_hash: z.string().nullable().meta({ description: "transaction that set the terms" }),
  created_at: isoTime,
  updated_at: isoTime,
};

const exampleTerms = {
  sponsor: wallet,
  bonus_referrer: "5",
  bonus_newcomer: "2.5",
  referrer_cap: "50",
  budget: "1000",
  starts_at: "2026-11-21T18:00:00.000Z",
  ends_at: "2027-03-31T00:00:00.000Z",
  clawback_seconds: 1209600,
  qualifies_on: "spend",
  min_spend: "20",
  currency: "EUR",
};
const example = {
  merchant_id: 1,
  status: "running",
  ...exampleTerms,
  tx_hash: rewardTx,
  created_at: "2026-11-21T18:00:04.000Z",
  updated_at: "2026-11-21T18:00:04.000Z",
};

/** The programme in a list. */
export const programView = z.strictObject(program).meta({ id: "ReferralProgram", examples: [example] });

const funds = z.strictObject({
  free: decimal.meta({ description: "amount for newcomers to come; goes back to the sponsor in the end" }),
  pending: decimal.meta({ description: "amount set aside for newcomers that qualified" }),
  paid: decimal.meta({ description: "amount claimed: the programme's cost so far" }),
});
const exampleFunds = { free: "980", pending: "7.5", paid: "12.5" };

const nextSteps = ["fund", "leave", "settle"] as const;
const next_steps = z.array(z.enum(nextSteps)).meta({
  description: "envelopes that the sponsor's wallet can sign now (POST /wallet/envelope); any wallet can sign settle",
});

const programWithFundsView = z.strictObject({ ...program, funds, next_steps }).meta({
  id: "FundedReferralProgram",
  examples: [{ ...example, funds: exampleFunds, next_steps: ["fund", "leave"] }],
});

const change = z
  .strictObject({
    status: z.enum(["pending", "failed"]),
    error_message: z.string().nullable().meta({ description: "reason of the wait or the refusal" }),
    ...terms,
    updated_at: isoTime,
  })
  .nullable()
  .meta({
    description: "terms that are on their way to the ledger, or that it refused, for the merchant alone; null: none",
  });
const exampleChange = {
  status: "pending",
  error_message: null,
  ...exampleTerms,
  updated_at: "2026-11-21T18:00:01.000Z",
};
const asLedger = { description: "value on the ledger; null: none" };

export const askedView = z
  .strictObject({ program: programView.nullable().meta(asLedger), change })
  .meta({ id: "AskedReferralProgram", examples: [{ program: null, change: exampleChange }] });

export const shownProgramView = z
  .strictObject({ program: programWithFundsView.nullable().meta(asLedger), change })
  .meta({
    id: "ShownReferralProgram",
    examples: [{ program: { ...example, funds: exampleFunds, next_steps: ["fund", "leave"] }, change: null }],
  });
