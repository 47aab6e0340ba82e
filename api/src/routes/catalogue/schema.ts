import { catalogueStatuses } from "@merit/core/store/db/schema/redemptions.ts";
import { z } from "zod";
import { amount, between, changeOf, decimal, isoTime, ledgerTime, line, wholeNumber } from "../../http/fields.ts";
import { idPage } from "../../http/list.ts";
import { merchantOrMe } from "../../http/me.ts";

const MAX_POINTS = 1_000_000_000;
const MAX_U64 = 2n ** 64n - 1n;
/** The contract's limit: 90 days. */
const MAX_FULFIL_SECONDS = 7_776_000;

const name = line(200);
const description = line(2000).nullable();
export const points = between(1, MAX_POINTS);
const price = points.nullable().meta({ description: "points per unit; null: only for tokens on the ledger" });
const stock = between(0, MAX_POINTS)
  .nullable()
  .meta({ description: "units that can still be redeemed for points; null: without limit" });
const platform_points = z
  .boolean("must be true or false")
  .meta({ description: "true if users can also pay with the platform's points" });
const contract_item_id = z
  .string("must be a string of digits")
  .regex(/^(0|[1-9]\d{0,19})$/, { error: "must be a whole number in digits, as a string", abort: true })
  .refine((text) => BigInt(text) <= MAX_U64, "must be at most 18446744073709551615")
  .nullable()
  .meta({ description: "number of the item in the redemption contract, if it can be paid with tokens" });
const what = {
  active: { description: "true if the contract offers it" },
  fulfil_within: {
    description: "seconds in which the merchant can fulfil a redemption; then anyone may return the tokens",
  },
  cancel_within: {
    description: "seconds in which the wallet may cancel; 0: never",
  },
  wallet_limit: {
    description: "most units that one wallet may redeem; null: no limit",
  },
};
const tokenStock = between(0, MAX_POINTS);
const token = z
  .strictObject({
    price: amount.optional().meta({ description: "tokens per unit, decimal string; required for a new item" }),
    active: z.boolean("must be true or false").optional().meta(what.active),
    fulfil_within: between(1, MAX_FULFIL_SECONDS)
      .optional()
      .meta({ description: `${what.fulfil_within.description}; required for a new item` }),
    cancel_within: between(0, MAX_FULFIL_SECONDS).optional().meta(what.cancel_within),
    wallet_limit: between(1, MAX_POINTS).nullable().optional().meta(what.wallet_limit),
    stock: tokenStock.optional().meta({ description: "units that can still be redeemed for tokens" }),
    expected_stock: tokenStock
      .optional()
      .meta({ description: "refuses the change unless the stock for tokens is this number" }),
  })
  .refine(
    ({ expected_stock: _, ...terms }) => Object.values(terms).some((value) => value !== undefined),
    "must contain a field to set",
  )
  .optional()
  .meta({
    description:
      "terms to set in the redemption contract; absent ones stay as they are. The outcome is in the answer's `token.change`",
  });
const starts_at = ledgerTime.nullable();
const ends_at = ledgerTime.nullable();

export const createBody = z
  .strictObject({
    name,
    description: description.default(null),
    price: price.default(null),
    stock: stock.default(null),
    platform_points: platform_points.default(false),
    contract_item_id: contract_item_id.default(null),
    starts_at: starts_at.default(null),
    ends_at: ends_at.default(null),
    token,
  })
  .meta({
    examples: [
      { name: "Bag of beans", description: "250 g, roasted this week", price: 400, stock: 20 },
      {
        name: "Mug",
        token: { price: "20", stock: 50, fulfil_within: 604800, cancel_within: 3600, wallet_limit: 2 },
      },
    ],
  });

export const updateBody = changeOf(
  {
    name: name.optional(),
    description: description.optional(),
    price: price.optional(),
    stock: stock.optional(),
    expected_stock: stock
      .optional()
      .meta({ description: "refuses the change unless the stock is this number, for example after a sale in between" }),
    platform_points: platform_points.optional(),
    contract_item_id: contract_item_id.optional(),
    starts_at: starts_at.optional(),
    ends_at: ends_at.optional(),
    token,
    status: z.enum(catalogueStatuses, `must be ${catalogueStatuses.join(" or ")}`).optional(),
  },
  ["expected_stock"],
).meta({ examples: [{ price: 450 }] });

export const listQuery = z
  .strictObject({
    ...idPage,
    merchant_id: merchantOrMe.optional(),
    status: z
      .enum(catalogueStatuses, `must be ${catalogueStatuses.join(" or ")}`)
      .optional()
      .meta({ description: "among the merchant's own items" }),
  })
  .meta({ examples: [{ merchant_id: "me", status: "active" }] });
export const itemParams = z.object({ id: wholeNumber(1) }).meta({ examples: [{ id: "3" }] });

const tokenView = z.strictObject({
  contract_item_id: z.string().meta({ description: "number in the redemption contract" }),
  price: decimal
    .nullable()
    .meta({ description: "price per unit; null, as the other terms, while the ledger has none" }),
  price_version: z.int().nullable().meta({ description: "rises by one with every change of the price" }),
  active: z.boolean().nullable().meta(what.active),
  fulfil_within: z.int().nullable().meta(what.fulfil_within),
  cancel_within: z.int().nullable().meta(what.cancel_within),
  wallet_limit: z.int().nullable().meta(what.wallet_limit),
  stock: z.int().nullable().meta({ description: "units that can still be redeemed for tokens" }),
  change: z
    .strictObject({
      status: z.enum(["pending", "failed"]),
      error_message: z.string().nullable().meta({ description: "reason of the wait or the refusal" }),
      price: decimal,
      active: z.boolean().meta(what.active),
      fulfil_within: z.int().meta(what.fulfil_within),
      cancel_within: z.int().meta(what.cancel_within),
      wallet_limit: z.int().nullable().meta(what.wallet_limit),
      stock: z.int().nullable().meta({ description: "null: it stays as it is" }),
      updated_at: isoTime,
    })
    .nullable()
    .meta({
      description: "terms on their way to the ledger, or refused by it, for the merchant alone; null: none",
    }),
});
const exampleToken = {
  contract_item_id: "48151623",
  price: "20",
  price_version: 1,
  active: true,
  fulfil_within: 604800,
  cancel_within: 3600,
  wallet_limit: 2,
  stock: 50,
  change: null,
};

export const itemView = z
  .strictObject({
    id: z.int(),
    merchant_id: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    price: z.int().nullable().meta({ description: "points per unit; null: only for tokens on the ledger" }),
    price_version: z.int().meta({ description: "rises by one with every change of the price" }),
    stock: z.int().nullable().meta({ description: "null: without limit" }),
    platform_points: z.boolean().meta({ description: "true if users can also pay with the platform's points" }),
    available: z.boolean().meta({ description: "true if it can be redeemed for points now" }),
    token: tokenView.nullable().meta({
      description: "the same item for tokens; its terms are those of the ledger's events. null: there is none",
    }),
    status: z.enum(catalogueStatuses),
    starts_at: isoTime.nullable(),
    ends_at: isoTime.nullable(),
    created_at: isoTime,
    updated_at: isoTime,
  })
  .meta({
    id: "CatalogueItem",
    examples: [
      {
        id: 3,
        merchant_id: 1,
        name: "Bag of beans",
        description: "250 g, roasted this week",
        price: 400,
        stock: 20,
        price_version: 1,
        platform_points: false,
        available: true,
        token: exampleToken,
        status: "active",
        starts_at: null,
        ends_at: null,
        created_at: "2026-11-21T18:40:11.310Z",
        updated_at: "2026-11-21T18:40:11.310Z",
      },
    ],
  });
