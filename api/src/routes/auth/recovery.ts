import * as recovery from "@merit/core/accounts/recovery.ts";
import { nothing } from "../../http/fields.ts";
import { defineRoute } from "../../http/route.ts";
import * as T from "./schema.ts";

const DONE = { status: 204, body: null };

export const forgotPassword = defineRoute({
  method: "post",
  path: "/auth/password/forgot",
  auth: "none",
  keyless: true,
  summary: "Mails a link to set a new password; the answer is the same whether the address has an account or not",
  request: { body: T.forgotBody },
  responses: { 204: nothing },
  errors: {},
  async handler({ context, body }) {
    await recovery.forgotPassword(context, body.email);
    return DONE;
  },
});

export const resetPassword = defineRoute({
  method: "post",
  path: "/auth/password/reset",
  auth: "none",
  keyless: true,
  summary: "Sets a new password with the token from such a mail, and ends all sessions",
  request: { body: T.resetBody },
  responses: { 204: nothing },
  errors: { 422: ["invalid_one_time_token"], 503: ["busy"] },
  async handler({ context, body }) {
    await recovery.resetPassword(context, body.token, body.password);
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
  request: { body: T.verifyBody },
  responses: { 204: nothing },
  errors: { 401: ["missing_token", "missing_api_key"], 409: ["email_taken"], 422: ["invalid_one_time_token"] },
  async handler({ context, session, merchant, body }) {
    await recovery.verifyEmail(context, body.token, { session, merchant });
    return DONE;
  },
});

export const resendVerification = defineRoute({
  method: "post",
  path: "/auth/email/resend",
  auth: "user",
  keyless: true,
  summary: "Mails the confirmation of the e-mail address again",
  request: {},
  responses: { 204: nothing },
  errors: { 429: ["too_many_mails"] },
  async handler({ context, session }) {
    await recovery.resendVerification(context, session.user);
    return DONE;
  },
});
