import { loginMethods } from "@merit/core/store/db/schema/users.ts";
import { z } from "zod";
import { exampleOf, wallet } from "../../http/examples.ts";
import { accountAddress, email, idOr, isoTime, line, newPassword, opaqueToken, password } from "../../http/fields.ts";
import { referralCode, userView } from "../users/schema.ts";

export const registerBody = z
  .strictObject({
    email,
    password: newPassword,
    first_name: line(100).optional(),
    last_name: line(100).optional(),
    referral_code: referralCode.optional(),
  })
  .meta({
    examples: [
      { email: "ada@example.com", password: "correct horse battery", first_name: "Ada", last_name: "Lovelace" },
    ],
  });

/** The e-mail isn't checked as an address: one that can't be registered is simply wrong credentials. */
export const loginBody = z
  .strictObject({
    email: z.string("must be a string").trim().min(1, "must not be empty").max(254, "must have at most 254 characters"),
    password: password.min(1, "must not be empty"),
  })
  .meta({ examples: [{ email: "ada@example.com", password: "correct horse battery" }] });

export const refreshBody = z
  .strictObject({ refreshToken: opaqueToken })
  .meta({ examples: [{ refreshToken: "mr_<22 characters>.<43 characters>" }] });
export const logoutBody = z
  .strictObject({ refreshToken: opaqueToken.optional() })
  .optional()
  .meta({ examples: [{ refreshToken: "mr_<22 characters>.<43 characters>" }] });
export const resetBody = z
  .strictObject({
    email: email.optional().meta({ description: "address of the account, which gets a mail" }),
    token: opaqueToken.optional().meta({ description: "token in that mail" }),
    password: newPassword.optional().meta({ description: "the new one, with `token`" }),
  })
  .transform(({ email, token, password }, issue): { email: string } | { token: string; password: string } => {
    if (email !== undefined && token === undefined && password === undefined) return { email };
    if (email === undefined && token !== undefined && password !== undefined) return { token, password };
    const wrong = (path: string, message: string) => issue.addIssue({ code: "custom", path: [path], message });
    if (email !== undefined) wrong("email", "can't go with token and password: leave it out to set the password");
    else if (token !== undefined) wrong("password", "is required with token");
    else wrong("email", "is required, or else token and password");
    return z.NEVER;
  })
  .meta({ shapes: [["email"], ["token", "password"]], examples: [{ email: "ada@example.com" }] });
export const verifyBody = z
  .strictObject({ token: opaqueToken.optional() })
  .meta({ examples: [{ token: "<43 characters of the mail's link>" }] });

/** The query of SEP-10; `memo` and `client_domain` aren't supported, and refused as unknown. */
export const challengeQuery = z
  .strictObject({ account: accountAddress, home_domain: z.string().optional() })
  .meta({ examples: [{ account: wallet }] });
export const challengeView = z
  .strictObject({
    transaction: z.string().meta({ description: "base64 XDR, to be signed by the wallet" }),
    network_passphrase: z.string(),
  })
  .meta({
    examples: [{ transaction: "<challenge, base64 XDR>", network_passphrase: "Test SDF Network ; September 2015" }],
  });
export const walletLoginBody = z
  .strictObject({
    transaction: z
      .string("must be a string")
      .max(10_000, "must have at most 10000 characters")
      .meta({ description: "the challenge, signed by the wallet" }),
  })
  .meta({ examples: [{ transaction: "<challenge, also signed by the wallet, base64 XDR>" }] });

const accessToken = z.string().meta({ description: "JWT, for the header Authorization: Bearer" });
const refreshToken = z.string().meta({ description: "token that works once, and gets the next one" });

const expires_in = z.int().meta({ description: "seconds for which the access token works" });

export const tokensView = z.strictObject({ accessToken, refreshToken, expires_in }).meta({
  id: "Tokens",
  examples: [
    {
      accessToken: "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.<claims>.<signature>",
      refreshToken: "mr_<22 characters>.<43 characters>",
      expires_in: 900,
    },
  ],
});
export const loginView = z.strictObject({ ...tokensView.shape, user: userView }).meta({
  id: "Login",
  examples: [{ ...exampleOf(tokensView), user: exampleOf(userView) }],
});
export const registeredView = z
  .strictObject({
    accessToken: accessToken.nullable().meta({ description: "null in the answer to a repeated Idempotency-Key" }),
    refreshToken: refreshToken.nullable().meta({ description: "null in the answer to a repeated Idempotency-Key" }),
    expires_in,
    user: userView,
  })
  .meta({
    id: "Registration",
    examples: [{ ...exampleOf(tokensView), user: { ...exampleOf(userView), email_verified: false } }],
  });
export const walletLoginView = loginView
  .extend({
    token: z.string().meta({ description: "the access token again, under its name in SEP-10" }),
  })
  .meta({
    id: "WalletLogin",
    examples: [{ ...exampleOf(loginView), token: exampleOf(loginView).accessToken }],
  });

export const sessionParams = z
  .object({ id: idOr("all").meta({ description: "id of the session; `all`: every one of the user" }) })
  .meta({ examples: [{ id: "31" }] });
export const sessionView = z
  .strictObject({
    id: z.int(),
    method: z.enum(loginMethods),
    user_agent: z.string().nullable(),
    current: z.boolean().meta({ description: "true if it is the caller's own session" }),
    created_at: isoTime,
    last_used_at: isoTime.meta({ description: "last login or refresh" }),
    expires_at: isoTime,
  })
  .meta({
    id: "Session",
    examples: [
      {
        id: 31,
        method: "password",
        user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
        current: true,
        created_at: "2026-11-21T18:02:31.004Z",
        last_used_at: "2026-11-21T18:17:40.550Z",
        expires_at: "2026-11-28T18:17:40.550Z",
      },
    ],
  });
