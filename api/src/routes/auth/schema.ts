import { loginMethods } from "@merit/core/db/schema.ts";
import { z } from "zod";
import { accountAddress, email, isoTime, line, wholeNumber } from "../../http/fields.ts";
import { idPage } from "../../http/list.ts";
import { referralCode, userView } from "../users/schema.ts";

export const MIN_PASSWORD = 8;
export const MAX_PASSWORD = 128;

/** Any characters, as they are. */
const password = z
  .string("must be a string")
  .max(MAX_PASSWORD, `must have at most ${MAX_PASSWORD} characters`)
  .refine((text) => text.isWellFormed(), "must be valid Unicode, without halves of surrogate pairs");

const newPassword = password.min(MIN_PASSWORD, `must have at least ${MIN_PASSWORD} characters`);

const token = z.string("must be a string").min(1, "must not be empty").max(200, "must have at most 200 characters");

export const registerBody = z.strictObject({
  email,
  password: newPassword,
  first_name: line(100).optional(),
  last_name: line(100).optional(),
  referral_code: referralCode.optional(),
});

/** Not checked as an address: what never could be registered is as wrong as anything else. */
export const loginBody = z.strictObject({
  email: z.string("must be a string").trim().min(1, "must not be empty").max(254, "must have at most 254 characters"),
  password: password.min(1, "must not be empty"),
});

export const refreshBody = z.strictObject({ refreshToken: token });
export const logoutBody = z.strictObject({ refreshToken: token.optional() }).optional();
export const forgotBody = z.strictObject({ email });
export const resetBody = z.strictObject({ token, password: newPassword });
export const changeBody = z.strictObject({ current_password: password.optional(), password: newPassword });
export const verifyBody = z.strictObject({ token });

/** Of SEP-10; `memo` and `client_domain` aren't supported, and refused as unknown. */
export const challengeQuery = z.strictObject({ account: accountAddress, home_domain: z.string().optional() });
export const challengeView = z.strictObject({
  transaction: z.string().meta({ description: "base64 XDR, to be signed by the wallet" }),
  network_passphrase: z.string(),
});
export const walletLoginBody = z.strictObject({
  transaction: z
    .string("must be a string")
    .max(10_000, "must have at most 10000 characters")
    .meta({ description: "the challenge, signed by the wallet" }),
});

const accessToken = z.string().meta({ description: "JWT, for the header Authorization: Bearer" });
const refreshToken = z.string().meta({ description: "works once, and brings the next one" });

export const tokensView = z.strictObject({ accessToken, refreshToken }).meta({ id: "Tokens" });
export const loginView = z.strictObject({ accessToken, refreshToken, user: userView }).meta({ id: "Login" });
export const registeredView = z
  .strictObject({
    accessToken: accessToken.nullable().meta({ description: "null in the answer to a repeated Idempotency-Key" }),
    refreshToken: refreshToken.nullable().meta({ description: "null in the answer to a repeated Idempotency-Key" }),
    user: userView,
  })
  .meta({ id: "Registration" });
export const walletLoginView = loginView
  .extend({
    token: z.string().meta({ description: "the access token once more, under the name that SEP-10 gives it" }),
  })
  .meta({ id: "WalletLogin" });

export const sessionQuery = z.strictObject(idPage);
export const sessionParams = z.object({ id: wholeNumber(1) });
export const sessionView = z
  .strictObject({
    id: z.int(),
    method: z.enum(loginMethods),
    user_agent: z.string().nullable(),
    current: z.boolean().meta({ description: "the one that asks" }),
    created_at: isoTime,
    last_used_at: isoTime.meta({ description: "last login or refresh" }),
    expires_at: isoTime,
  })
  .meta({ id: "Session" });
