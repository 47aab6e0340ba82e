import * as recovery from "@merit/core/accounts/recovery.ts";
import { missingToken } from "@merit/core/context/auth/problems.ts";
import { nothing } from "../../http/fields.ts";
import { defineRoute } from "../../http/route.ts";
import * as T from "./schema.ts";

const DONE = { status: 204, body: null };

export const resetPassword = defineRoute({
  method: "post",
  path: "/auth/password/reset",
  auth: "none",
  keyless: true,
  summary: "Mails a link to set a new password, and sets it with the link's token, which ends all sessions",
  description: "`email` asks for the mail: the answer is the same whether the address has an account or not.",
  request: { body: T.resetBody },
  responses: { 204: nothing },
  errors: { 422: ["invalid_one_time_token"], 503: ["busy"] },
  async handler({ context, body }) {
    if ("email" in body) await recovery.forgotPassword(context, body.email);
    else await recovery.resetPassword(context, body.token, body.password);
    return DONE;
  },
});

export const verifyEmail = defineRoute({
  method: "post",
  path: "/auth/email/verify",
  auth: ["user", "merchant", "none"],
  keyless: true,
  summary:
    "Confirms an e-mail address with the token from its mail; without the account's access token, its sessions and wallets end",
  description:
    "Without `token`, a user who is logged in gets the mail again. An account without a password needs its access token.",
  request: { body: T.verifyBody },
  responses: { 204: nothing },
  errors: {
    401: ["missing_token", "missing_api_key"],
    409: ["email_taken"],
    422: ["invalid_one_time_token"],
    429: ["too_many_mails"],
  },
  async handler({ context, session, merchant, body: { token } }) {
    if (token !== undefined) await recovery.verifyEmail(context, token, { session, merchant });
    else if (session) await recovery.resendVerification(context, session.user);
    else throw missingToken();
    return DONE;
  },
});
