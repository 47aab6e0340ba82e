import { MAX_POINTS } from "@merit/core/programmes/points/ledger.ts";
import { pointKinds } from "@merit/core/store/db/schema/points.ts";
import { z } from "zod";
import { wallet } from "../../http/examples.ts";
import { between, id, isoTime, line, timestamp, walletAddress, wholeNumber } from "../../http/fields.ts";
import { idPage, period } from "../../http/list.ts";

export const points = between(1, MAX_POINTS);

/** A merchant's own id of something, so that it counts once. */
export const reference = line(200);

const merchantId = z.int().nullable().meta({ description: "merchant whose points they are; null: the platform's own" });

export const historyQuery = z.strictObject({ ...idPage, ...period }).meta({ examples: [{ limit: "20" }] });

export const walletParams = z
  .object({ wallet_address: walletAddress })
  .meta({ examples: [{ wallet_address: wallet }] });
export const walletPointsView = z
  .strictObject({
    wallet_address: z.string(),
    points: z.int().meta({ description: "points that can be spent now, of all merchants and the platform together" }),
    balances: z.array(z.strictObject({ merchant_id: merchantId, points: z.int() })),
  })
  .meta({
    id: "WalletPoints",
    examples: [
      {
        wallet_address: wallet,
        points: 260,
        balances: [
          { merchant_id: null, points: 10 },
          { merchant_id: 1, points: 250 },
        ],
      },
    ],
  });

const tierView = z.strictObject({
  name: z.string(),
  multiplier: z.string().meta({ description: "multiplier of the points that rules give, decimal string" }),
});

/** A user who came to another tier of a merchant. */
export const tierChangeView = z
  .strictObject({
    user_id: z.int(),
    merchant_id: z.int(),
    lifetime: z.int().meta({ description: "points that count towards a tier" }),
    tier: tierView.meta({ description: "the tier that the user came to" }),
    previous_tier: tierView.meta({ description: "the tier before it" }),
  })
  .meta({
    examples: [
      {
        ...{ user_id: 7, merchant_id: 1, lifetime: 1_050 },
        tier: { name: "silver", multiplier: "1.25" },
        previous_tier: { name: "bronze", multiplier: "1" },
      },
    ],
  });

const accountView = z
  .strictObject({
    merchant_id: merchantId,
    merchant_name: z.string().nullable(),
    available: z.int().meta({ description: "points that can be spent now" }),
    pending: z.int().meta({ description: "points that become available later" }),
    lifetime: z.int().meta({ description: "all points that ever became available, without refunds and adjustments" }),
    tier: tierView.nullable().meta({ description: "tier with this merchant; null for the platform's points" }),
    next_tier: tierView.extend({ points_needed: z.int() }).nullable().meta({ description: "null in the highest tier" }),
    expiring: z
      .array(z.strictObject({ points: z.int(), expires_at: isoTime }))
      .meta({ description: "points that expire within the next 30 days, the earliest first" }),
  })
  .meta({ id: "PointAccount" });

export const pointsView = z
  .strictObject({
    available: z.int().meta({ description: "points of all accounts" }),
    pending: z.int().meta({ description: "points of all accounts" }),
    accounts: z.array(accountView).meta({ description: "the platform's first" }),
  })
  .meta({
    id: "Points",
    examples: [
      {
        available: 260,
        pending: 40,
        accounts: [
          {
            merchant_id: null,
            merchant_name: null,
            available: 10,
            pending: 0,
            lifetime: 10,
            tier: null,
            next_tier: null,
            expiring: [],
          },
          {
            merchant_id: 1,
            merchant_name: "Corner Coffee",
            available: 250,
            pending: 40,
            lifetime: 250,
            tier: { name: "bronze", multiplier: "1" },
            next_tier: { name: "silver", multiplier: "1.25", points_needed: 750 },
            expiring: [{ points: 30, expires_at: "2026-12-01T00:00:00.000Z" }],
          },
        ],
      },
    ],
  });

export const transactionView = z
  .strictObject({
    id: z.int(),
    user_id: z.int(),
    merchant_id: merchantId,
    kind: z.enum(pointKinds),
    points: z.int().meta({ description: "a negative number takes points away" }),
    cause: z.string().meta({ description: "cause of the points; a user's ledger has each cause once" }),
    reason: z.string().nullable(),
    available_at: isoTime,
    expires_at: isoTime
      .nullable()
      .meta({ description: "end of a UTC day; null: never; points of a refund expire as the spent points would have" }),
    created_at: isoTime,
  })
  .meta({
    id: "PointTransaction",
    examples: [
      {
        id: 41,
        user_id: 7,
        merchant_id: 1,
        kind: "award",
        points: 250,
        cause: "award:1:complaint-88",
        reason: "Sorry for the wait",
        available_at: "2026-11-21T18:30:00.120Z",
        expires_at: "2027-01-01T00:00:00.000Z",
        created_at: "2026-11-21T18:30:00.120Z",
      },
      {
        id: 42,
        user_id: 7,
        merchant_id: 1,
        kind: "adjustment",
        points: -20,
        cause: "adjustment:0c6f2a52-5a53-4d0e-9f27-6d6d7a7e6f51",
        reason: "Booked twice",
        available_at: "2026-11-21T18:30:00.120Z",
        expires_at: null,
        created_at: "2026-11-21T18:30:00.120Z",
      },
    ],
  });

export const recipient = {
  user_id: id.optional(),
  wallet_address: walletAddress
    .optional()
    .meta({ description: "instead of user_id: a wallet that the user has linked" }),
};
export const isOneRecipient = (body: { user_id?: unknown; wallet_address?: unknown }) =>
  (body.user_id === undefined) !== (body.wallet_address === undefined);
export const oneRecipient = {
  path: ["user_id"],
  message: "must be given if wallet_address isn't, and left out if it is",
};

export const awardBody = z
  .strictObject({
    ...recipient,
    points,
    reason: line(200).nullable().default(null).meta({ description: "text that the user can read" }),
    reference: reference.optional().meta({
      description: "each reference gives points only once, forever, to one user; default: the Idempotency-Key",
    }),
    available_at: timestamp.nullable().default(null).meta({ description: "time until which they are pending" }),
    expires_at: timestamp.nullable().default(null).meta({
      description:
        "time until which they are valid, moved to the end of its UTC day; midnight is the end of the day before; null: forever",
    }),
  })
  .refine(isOneRecipient, oneRecipient)
  .meta({
    examples: [
      {
        wallet_address: wallet,
        points: 250,
        reason: "Sorry for the wait",
        reference: "complaint-88",
        expires_at: "2026-12-31T12:00:00Z",
      },
    ],
  });

export const userParams = z.object({ id: wholeNumber(1) }).meta({ examples: [{ id: "7" }] });
const SIGNED = `must be a whole number from -${MAX_POINTS} to ${MAX_POINTS}, and not 0`;
export const adjustBody = z
  .strictObject({
    points: z
      .int(SIGNED)
      .min(-MAX_POINTS, SIGNED)
      .max(MAX_POINTS, SIGNED)
      .refine((number) => number !== 0, SIGNED)
      .meta({ description: "a negative number takes points away" }),
    merchant_id: id
      .nullable()
      .default(null)
      .meta({ description: "merchant whose points are corrected; null: the platform's own" }),
    reason: line(200).meta({ description: "stored in the ledger, where the user can read it" }),
  })
  .meta({ examples: [{ points: -20, merchant_id: 1, reason: "Booked twice" }] });
