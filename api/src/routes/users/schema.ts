import { userTopics } from "@merit/core/parties/mail/topics.ts";
import { roles } from "@merit/core/store/db/schema/users.ts";
import { z } from "zod";
import { exampleOf, wallet } from "../../http/examples.ts";
import { accountAddress, changeOf, decimal, email, idOr, isoTime, line, newPassword } from "../../http/fields.ts";
import { MAIL_PREFERENCES, mailChange, mailPreferences } from "../../http/mail-preferences.ts";
import { walletView } from "../wallets/schema.ts";

/** A referral code is short enough to be read out; the case doesn't matter. */
export const referralCode = line(20).meta({ description: "code of the user who referred this one" });

export const createBody = z
  .strictObject({
    wallet_address: accountAddress,
    email: email.optional(),
    first_name: line(100).optional(),
    last_name: line(100).optional(),
    referral_code: referralCode.optional(),
    password: z
      .never("belongs to POST /auth/register, which makes accounts with a password: remove it here, or call that")
      .optional()
      .meta({ description: "never here: POST /auth/register makes accounts with a password" }),
  })
  .meta({
    examples: [
      { wallet_address: wallet, email: "grace@example.com", first_name: "Grace", referral_code: "K7QX2MWD4P" },
    ],
  });

export const updateBody = changeOf(
  {
    first_name: line(100).nullable().optional(),
    last_name: line(100).nullable().optional(),
    email: email.optional().meta({ description: "new address; it counts once the link mailed to it was opened" }),
    current_password: z
      .string("must be a string")
      .max(128)
      .optional()
      .meta({ description: "required to change the password, or the e-mail address of an account with a password" }),
    password: newPassword.optional().meta({ description: "in a call of its own" }),
    role: z.enum(roles, "must be user or admin").optional().meta({ description: "administrators only" }),
    mail_preferences: mailChange(userTopics),
  },
  ["current_password"],
)
  .superRefine(({ password, current_password: _, ...others }, issue) => {
    if (password === undefined) return;
    const message = "can't change together with the password: use another call";
    for (const [field, value] of Object.entries(others))
      if (value !== undefined) issue.addIssue({ code: "custom", path: [field], message });
  })
  .meta({
    examples: [{ first_name: "Augusta", email: "augusta@example.com", current_password: "correct horse battery" }],
  });

export const userParams = z
  .object({ id: idOr("me").meta({ description: "id of the user; `me`: the caller" }) })
  .meta({ examples: [{ id: "me" }] });

export const userView = z
  .strictObject({
    id: z.int(),
    email: z.email().nullable().meta({ description: "null: the user came by a wallet and has given none" }),
    email_verified: z.boolean(),
    pending_email: z.email().nullable(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    role: z.enum(roles),
    created_at: isoTime,
  })
  .meta({
    id: "User",
    examples: [
      {
        id: 7,
        email: "ada@example.com",
        email_verified: true,
        pending_email: null,
        first_name: "Ada",
        last_name: "Lovelace",
        role: "user",
        created_at: "2026-11-21T18:02:31.004Z",
      },
    ],
  });

/** The user in the answers of the paths that show and change it. */
export const ownView = userView
  .extend({ mail_preferences: mailPreferences(userTopics).meta({ description: MAIL_PREFERENCES }) })
  .meta({
    id: "OwnUser",
    examples: [{ ...exampleOf(userView), mail_preferences: { rewards: true, redemptions: true, points: false } }],
  });

/** Fields that only administrators see. */
const forAdmins = {
  referral_code: z.string(),
  referred_by: z.int().nullable(),
  updated_at: isoTime,
  wallets: z.array(walletView),
};

export const shownView = ownView.extend(z.object(forAdmins).partial().shape).meta({
  id: "ShownUser",
  description: "a user; administrators see all fields",
  examples: [
    exampleOf(ownView),
    {
      ...exampleOf(ownView),
      referral_code: "7KQ2M9XWPA",
      referred_by: null,
      updated_at: "2026-11-21T18:02:35.004Z",
      wallets: [exampleOf(walletView)],
    },
  ],
});

export const createdView = userView.extend({ wallet_address: z.string() }).meta({
  id: "CreatedUser",
  examples: [
    {
      ...exampleOf(userView),
      id: 8,
      email: null,
      email_verified: false,
      pending_email: "grace@example.com",
      first_name: "Grace",
      last_name: null,
      wallet_address: wallet,
    },
  ],
});

export const referralView = z
  .strictObject({
    code: z.string().meta({ description: "new users give it as referral_code" }),
    bonus_points: z.int().meta({ description: "points for each referred user who has qualified" }),
    earned_points: z.int().meta({ description: "points that all referred users have earned the caller" }),
    referred_users: z.int(),
    tokens: z
      .strictObject({
        pending: decimal.meta({ description: "bonuses that the merchant can still revoke" }),
        claimable: decimal.meta({ description: "bonuses that the caller's wallets can claim now" }),
        paid: decimal.meta({ description: "bonuses that they have claimed" }),
        wallets: z.array(
          z.strictObject({
            wallet_address: z.string(),
            enrolled: z.boolean().meta({ description: "true if newcomers can name it as their referrer" }),
            referrer: z.string().nullable().meta({ description: "wallet that it has named as its own" }),
          }),
        ),
      })
      .meta({ description: "bonuses of merchants' referral programmes, for the caller's proven wallets" }),
    data: z.array(
      z.strictObject({
        id: z.int(),
        first_name: z.string().nullable(),
        email_verified: z.boolean(),
        bonus_points: z.int().meta({ description: "points that this user has earned the caller" }),
        joined_at: isoTime,
      }),
    ),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  })
  .meta({
    examples: [
      {
        code: "K7QX2MWD4P",
        bonus_points: 100,
        earned_points: 100,
        referred_users: 1,
        tokens: {
          pending: "5",
          claimable: "0",
          paid: "12.5",
          wallets: [{ wallet_address: wallet, enrolled: true, referrer: null }],
        },
        data: [
          {
            id: 8,
            first_name: "Grace",
            email_verified: true,
            bonus_points: 100,
            joined_at: "2026-11-21T18:20:05.310Z",
          },
        ],
        has_more: false,
        next_cursor: null,
      },
    ],
  });
