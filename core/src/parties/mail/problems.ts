import { problem } from "../../base/errors.ts";

export const tooManyMails = () =>
  problem(
    429,
    "too_many_mails",
    "Too many mails",
    "A mail was sent a moment ago, or several in the last hour. Look for it first, also in your spam folder.",
    { headers: { "Retry-After": "60" } },
  );
