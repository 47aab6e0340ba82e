import { merchantTopics } from "@merit/core/parties/mail/topics.ts";
import { type ApiScope, apiScopes } from "@merit/core/store/db/schema/merchants.ts";
import { z } from "zod";
import { exampleOf, issuer, pool, wallet } from "../../http/examples.ts";
import { changeOf, decimal, email, id, isoTime, line, oneOf, opaqueToken, wholeNumber } from "../../http/fields.ts";
import { MAIL_PREFERENCES, mailChange, mailPreferences } from "../../http/mail-preferences.ts";

const name = line(255);

export const registerBody = z
  .strictObject({ name, email })
  .meta({ examples: [{ name: "Corner Coffee", email: "owner@corner.example" }] });

export const updateBody = changeOf({
  name: name.optional(),
  email: email.optional(),
  mail_preferences: mailChange(merchantTopics),
}).meta({ examples: [{ name: "Corner Coffee & Cake" }] });

export const merchantView = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    email: z.email(),
    email_verified: z.boolean(),
    pending_email: z.email().nullable(),
    created_at: isoTime,
  })
  .meta({
    id: "Merchant",
    examples: [
      {
        id: 1,
        name: "Corner Coffee",
        email: "owner@corner.example",
        email_verified: true,
        pending_email: null,
        created_at: "2026-11-21T18:00:00.000Z",
      },
    ],
  });

/** The merchant as its own key sees it. */
export const ownView = merchantView
  .extend({ mail_preferences: mailPreferences(merchantTopics).meta({ description: MAIL_PREFERENCES }) })
  .meta({
    id: "OwnMerchant",
    examples: [
      { ...exampleOf(merchantView), mail_preferences: { failures: true, redemptions: true, statements: false } },
    ],
  });

export const balanceView = z
  .strictObject({
    free: decimal.meta({ description: "amount that campaigns and drops can still reserve" }),
    incoming: decimal.meta({ description: "grants that the ledger hasn't confirmed yet" }),
    reserved: decimal.meta({ description: "amount left in campaigns and drops" }),
    daily_limit: decimal.meta({ description: "the most that leaves the pool for the merchant in any 24 hours" }),
    daily_limit_left: decimal.meta({ description: "part of it that is left now" }),
    owner: z
      .string()
      .nullable()
      .meta({ description: "wallet that may withdraw `free`; null until the operator has named one" }),
    pending_owner: z
      .strictObject({
        wallet_address: z.string(),
        from: isoTime.meta({ description: "time from which it can accept" }),
        until: isoTime.meta({ description: "time from which it is void" }),
      })
      .nullable()
      .meta({ description: "wallet that was named as owner and has not accepted yet" }),
    takeable: z
      .array(
        z.strictObject({
          kind: z.enum(["campaign", "drop"]),
          id: z.int(),
          name: z.string(),
          left: decimal,
          steps: z.array(z.enum(["end", "settle", "sweep"])).meta({
            description: "steps that return it, in this order: POST /campaigns/<id>/steps, /drops/<id>/steps",
          }),
        }),
      )
      .meta({ description: "amounts left in campaigns and drops that pay no more" }),
    deposit: z.strictObject({
      contract: z.string().meta({ description: "the pool" }),
      merchant: z.int().meta({ description: "id of the merchant, also on the ledger" }),
      asset: z.string().meta({ description: "code:issuer" }),
    }),
  })
  .meta({
    id: "Balance",
    examples: [
      {
        free: "900",
        incoming: "0",
        reserved: "87.5",
        daily_limit: "100000",
        daily_limit_left: "99987.5",
        owner: null,
        pending_owner: { wallet_address: wallet, from: "2026-11-22T18:00:00.000Z", until: "2026-12-06T18:00:00.000Z" },
        takeable: [{ kind: "campaign", id: 2, name: "Spring", left: "87.5", steps: ["end", "settle"] }],
        deposit: { contract: pool, merchant: 1, asset: `MERIT:${issuer}` },
      },
    ],
  });

const onceShown = z
  .string()
  .nullable()
  .meta({ description: "shown this once; null in the answer to a repeated Idempotency-Key" });

export const registeredView = z
  .strictObject({ id: z.int(), name: z.string(), email: z.email(), api_key: onceShown, created_at: isoTime })
  .meta({
    id: "RegisteredMerchant",
    examples: [
      {
        id: 1,
        name: "Corner Coffee",
        email: "owner@corner.example",
        api_key: "mk_test_<43 characters and a checksum of 6>",
        created_at: "2026-11-21T18:00:00.000Z",
      },
    ],
  });

export const recoverKeyBody = z
  .strictObject({
    email: email.optional().meta({ description: "address of the merchant, which gets a mail" }),
    token: opaqueToken.optional().meta({ description: "token in that mail" }),
    end_other_keys: z.boolean().optional(),
  })
  .transform(({ email, token, end_other_keys }, issue): { email: string } | { token: string; endOthers: boolean } => {
    if (email === undefined && token !== undefined) return { token, endOthers: end_other_keys ?? false };
    if (email !== undefined && token === undefined && end_other_keys === undefined) return { email };
    const message = email === undefined ? "is required without token" : "must be alone: leave the others out, or it";
    issue.addIssue({ code: "custom", path: ["email"], message });
    return z.NEVER;
  })
  .meta({
    shapes: [["email"], ["token", "end_other_keys?"]],
    examples: [{ token: "<43 characters of the mail>", end_other_keys: true }],
  });

const scopes = z
  .array(z.enum(apiScopes, oneOf(apiScopes)), "must be a list")
  .min(1, `must contain at least one of ${apiScopes.join(", ")}`)
  .max(apiScopes.length, "must contain each scope once");

export const keyParams = z.object({ id: wholeNumber(1) }).meta({ examples: [{ id: "2" }] });
const OVERLAP = "must be a whole number of hours from 0 to 720";
const ofReplaced = "is that of the key in `replaces`: leave it out";
export const createKeyBody = z
  .strictObject({
    name: line(100).optional().meta({ description: "required without `replaces`" }),
    scopes: scopes.optional().meta({ description: "required without `replaces`" }),
    replaces: id.optional().meta({ description: "id of a key in whose place this one comes" }),
    overlap_hours: z
      .int(OVERLAP)
      .min(0, OVERLAP)
      .max(720, OVERLAP)
      .optional()
      .meta({ description: "hours for which the replaced key still works; default: 24" }),
  })
  .transform((body, issue): { name: string; scopes: ApiScope[] } | { replaces: number; overlap_hours: number } => {
    const { name, scopes, replaces, overlap_hours } = body;
    const wrong = (field: string, message: string) => issue.addIssue({ code: "custom", path: [field], message });
    if (replaces !== undefined) {
      if (name !== undefined) wrong("name", ofReplaced);
      if (scopes !== undefined) wrong("scopes", ofReplaced);
      return { replaces, overlap_hours: overlap_hours ?? 24 };
    }
    if (overlap_hours !== undefined) wrong("overlap_hours", "needs `replaces`");
    if (name === undefined) wrong("name", "is required");
    // A till's key that could change the merchant's keys would be a mistake, and nobody would see it.
    if (scopes === undefined) wrong("scopes", `is required: name what the key may do, of ${apiScopes.join(", ")}`);
    return { name: name ?? "", scopes: scopes ?? [] };
  })
  .meta({ examples: [{ name: "Till 3", scopes: ["read", "issue"] }] });

/** A key without its secret. */
export const keyView = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    scopes: z.array(z.enum(apiScopes)),
    last4: z.string().meta({ description: "the key's last characters, so that you can recognise it" }),
    created_at: isoTime,
    last_used_at: isoTime.nullable().meta({ description: "time of last use, to the minute" }),
    expires_at: isoTime.nullable().meta({ description: "time until which a rotated key works" }),
    revoked_at: isoTime.nullable(),
  })
  .meta({
    id: "ApiKey",
    examples: [
      {
        id: 2,
        name: "Till 3",
        scopes: ["read", "issue"],
        last4: "wQ7x",
        created_at: "2026-11-21T18:20:31.002Z",
        last_used_at: null,
        expires_at: null,
        revoked_at: null,
      },
    ],
  });

export const newKeyView = keyView.extend({ api_key: onceShown }).meta({
  id: "NewApiKey",
  examples: [{ ...exampleOf(keyView), api_key: "mk_test_<43 characters and a checksum of 6>" }],
});
