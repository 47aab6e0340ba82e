import { ruleKinds } from "@merit/core/store/db/schema/point-rules.ts";
import { z } from "zod";
import { wallet } from "../../http/examples.ts";
import { amount, changeOf, decimal, isoTime, wholeNumber } from "../../http/fields.ts";
import { isOneRecipient, oneRecipient, points, recipient, reference } from "./schema.ts";

/** Ten years, the longest reasonable expiry. */
const MAX_DAYS = 3653;
const DAYS = `must be a whole number of days, at most ${MAX_DAYS}`;
const days = (min: number) => z.int(DAYS).min(min, DAYS).max(MAX_DAYS, DAYS);

const eventName = z
  .string("must be a string")
  .regex(/^[a-z0-9][a-z0-9_.-]{0,63}$/, 'must be a name in lower case such as "signup", at most 64 characters')
  .meta({ description: "the merchant's own name, such as signup or review" });

const currency = z
  .string("must be a string")
  .regex(/^[A-Z]{3}$/, 'must be a currency code such as "EUR"')
  .meta({ description: "ISO 4217 code" });

const bounds = {
  points,
  multiply: z.boolean("must be true or false").meta({ description: "true if the user's tier multiplies the points" }),
  daily_cap: points.nullable().meta({ description: "points for one user per UTC day; null: no cap" }),
  user_cap: points.nullable().meta({ description: "points for one user in total; null: no cap" }),
  budget: points.nullable().meta({ description: "points for all users together; null: no limit" }),
};

const terms = {
  ...bounds,
  multiply: bounds.multiply.default(true),
  daily_cap: bounds.daily_cap.default(null),
  user_cap: bounds.user_cap.default(null),
  budget: bounds.budget.default(null),
  hold_days: days(0).default(0).meta({ description: "days until the points can be spent" }),
  expire_days: days(1).nullable().default(null).meta({ description: "days after that until they expire; null: never" }),
};

const exampleRule = {
  kind: "spend",
  points: 1,
  per: "10",
  currency: "EUR",
  multiply: true,
  daily_cap: 100,
  user_cap: null,
  budget: 100000,
  hold_days: 14,
  expire_days: 365,
};

const kind = <Kind extends (typeof ruleKinds)[number]>(name: Kind) => z.literal(name);
export const createRuleBody = z
  .discriminatedUnion(
    "kind",
    [
      z.strictObject({ kind: kind("event"), event: eventName, ...terms }),
      z.strictObject({
        kind: kind("spend"),
        per: amount.meta({ description: "money that earns `points`, such as 10 for 1 point per 10.00" }),
        currency,
        ...terms,
      }),
      z.strictObject({
        kind: kind("reward"),
        per: amount
          .nullable()
          .default(null)
          .meta({ description: "tokens that earn `points`; null: each confirmed reward earns them" }),
        ...terms,
      }),
    ],
    "must be event, spend or reward",
  )
  .meta({ examples: [exampleRule] });

export const updateRuleBody = changeOf({
  points: bounds.points.optional(),
  multiply: bounds.multiply.optional(),
  daily_cap: bounds.daily_cap.optional(),
  user_cap: bounds.user_cap.optional(),
  budget: bounds.budget.optional(),
  ended: z
    .boolean("must be true or false")
    .optional()
    .meta({ description: "true: it gives nothing more, for good; the points that it gave stay" }),
}).meta({ examples: [{ daily_cap: 200 }] });

export const idParams = z.object({ id: wholeNumber(1) }).meta({ examples: [{ id: "2" }] });

export const ruleView = z
  .strictObject({
    id: z.int(),
    campaign_id: z.int(),
    kind: z.enum(ruleKinds),
    event: z.string().nullable(),
    points: z.int(),
    per: decimal.nullable(),
    currency: z.string().nullable(),
    multiply: z.boolean(),
    daily_cap: z.int().nullable(),
    user_cap: z.int().nullable(),
    budget: z.int().nullable(),
    granted: z.int().meta({ description: "points given so far" }),
    hold_days: z.int(),
    expire_days: z.int().nullable(),
    created_at: isoTime,
    updated_at: isoTime,
    ended_at: isoTime.nullable().meta({ description: "time of its end; it grants nothing since then" }),
  })
  .meta({
    id: "PointRule",
    examples: [
      {
        ...exampleRule,
        id: 3,
        campaign_id: 2,
        event: null,
        granted: 12,
        created_at: "2026-11-21T18:00:00.000Z",
        updated_at: "2026-11-21T18:00:00.000Z",
        ended_at: null,
      },
    ],
  });

export const eventBody = z
  .strictObject({
    ...recipient,
    reference: reference.meta({ description: "the merchant's own id for it, such as an order number" }),
    event: eventName.default("purchase"),
    amount: amount.optional().meta({ description: "money spent, decimal string" }),
    currency: currency.optional(),
  })
  .refine(isOneRecipient, oneRecipient)
  .refine((body) => (body.amount === undefined) === (body.currency === undefined), {
    path: ["currency"],
    message: "must be sent together with amount",
  })
  .meta({ examples: [{ wallet_address: wallet, reference: "order-1017", amount: "125.5", currency: "EUR" }] });

export const eventView = z
  .strictObject({
    id: z.int(),
    reference: z.string(),
    user_id: z.int(),
    event: z.string(),
    amount: decimal.nullable(),
    currency: z.string().nullable(),
    points: z.int().meta({ description: "points that it earned in total, without those taken back" }),
    grants: z.array(
      z.strictObject({
        rule_id: z.int(),
        points: z.int(),
        capped: z.boolean().meta({ description: "true if a cap or the budget reduced the points" }),
        cancelled: z.boolean(),
      }),
    ),
    created_at: isoTime,
    cancelled_at: isoTime.nullable(),
  })
  .meta({
    id: "PointEvent",
    examples: [
      {
        id: 9,
        reference: "order-1017",
        user_id: 7,
        event: "purchase",
        amount: "125.5",
        currency: "EUR",
        points: 12,
        grants: [{ rule_id: 3, points: 12, capped: false, cancelled: false }],
        created_at: "2026-11-21T18:40:00.000Z",
        cancelled_at: null,
      },
    ],
  });
