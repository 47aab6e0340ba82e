import { problem } from "../../base/errors.ts";

/** @param detail what the mail would be about, where the call doesn't ask for it */
export const tooManyMails = (
  detail = "A mail was sent a moment ago, or several in the last hour. Look for it first, also in your spam folder.",
) => problem(429, "too_many_mails", "Too many mails", detail, { headers: { "Retry-After": "60" } });
