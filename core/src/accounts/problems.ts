import { problem } from "../base/errors.ts";

export const accountExists = () =>
  problem(
    409,
    "email_taken",
    "E-mail address taken",
    "An account already has this e-mail address. Log in, or reset its password by mail.",
  );

export const tooManyMails = () =>
  problem(
    429,
    "too_many_mails",
    "Too many mails",
    "A mail was sent a moment ago, or several in the last hour. Look for it first, also in your spam folder.",
    { headers: { "Retry-After": "60" } },
  );

export const passwordNeedsEmail = () =>
  problem(
    409,
    "email_not_verified",
    "E-mail address not verified",
    "A password needs a verified e-mail address. Set one, and follow the link in its mail first.",
  );
