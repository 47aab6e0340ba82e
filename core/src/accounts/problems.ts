import { problem } from "../base/errors.ts";

export const accountExists = () =>
  problem(
    409,
    "email_taken",
    "E-mail address taken",
    "An account already has this e-mail address. Log in, or reset its password by mail.",
  );

export const passwordNeedsEmail = () =>
  problem(
    409,
    "email_not_verified",
    "E-mail address not verified",
    "A password needs a verified e-mail address. Set one, and follow the link in its mail first.",
  );
