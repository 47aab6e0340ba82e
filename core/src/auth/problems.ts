import { problem } from "../errors.ts";

// What goes wrong with users, their sessions and their wallets.

export const accountExists = () =>
  problem(
    409,
    "email_taken",
    "E-mail address taken",
    "An account has this e-mail address already: log in, or reset its password by mail.",
  );

const bearer = (error?: string) => ({
  headers: { "WWW-Authenticate": `Bearer realm="merit"${error ? `, error="${error}"` : ""}` },
});

export const missingToken = () =>
  problem(
    401,
    "missing_token",
    "Access token required",
    "Log in, and send the access token as `Authorization: Bearer <accessToken>`.",
    bearer(),
  );

export const missingCredentials = () =>
  problem(
    401,
    "missing_credentials",
    "Credentials required",
    "Send an access token as `Authorization: Bearer <accessToken>`, or a merchant's API key in the header x-api-key.",
    bearer(),
  );

/** Which check failed is nobody's business. */
export const invalidToken = () =>
  problem(
    401,
    "invalid_token",
    "Access token not valid",
    "The access token is wrong, has expired, or its session has ended: refresh it, or log in again.",
    bearer("invalid_token"),
  );

export const invalidRefreshToken = () =>
  problem(
    401,
    "invalid_refresh_token",
    "Refresh token not valid",
    "The refresh token is wrong, was used already, or its session has ended: log in again.",
    bearer("invalid_token"),
  );

/** The same for an unknown address and a wrong password. */
export const invalidCredentials = (headers: Record<string, string> = {}) =>
  problem(
    401,
    "invalid_credentials",
    "Login not valid",
    "E-mail address or password is wrong. An account without a password logs in by its wallet.",
    { headers: { ...bearer().headers, ...headers } },
  );

export const invalidWalletProof = (detail: string) =>
  problem(401, "invalid_wallet_proof", "Wallet not proven", detail, bearer());

export const invalidOneTimeToken = () =>
  problem(
    422,
    "invalid_one_time_token",
    "Token not valid",
    "The token is wrong, was used already, or has expired: ask for another mail.",
  );

export const tooManyAttempts = (retryAfterSeconds: number, headers: Record<string, string>) =>
  problem(
    429,
    "too_many_attempts",
    "Too many attempts",
    `Too many logins for this account or from this address: try again in ${retryAfterSeconds} s.`,
    { headers: { "Retry-After": String(retryAfterSeconds), ...headers } },
  );

export const tooManyMails = () =>
  problem(
    429,
    "too_many_mails",
    "Too many mails",
    "A mail went out a moment ago, or several in the last hour: look for it first, also among spam.",
    { headers: { "Retry-After": "60" } },
  );

export const adminRequired = () =>
  problem(403, "admin_required", "Administrators only", "This call needs the access token of an administrator.");

export const forbidden = (detail: string) => problem(403, "forbidden", "Not allowed", detail);

export const walletTaken = () =>
  problem(
    409,
    "wallet_taken",
    "Wallet taken",
    "The wallet belongs to an account already: log in with it, or remove it there first.",
  );

export const lastLogin = () =>
  problem(
    409,
    "last_login",
    "Last way to log in",
    "Without this wallet nobody could log in to the account: set a password or link another wallet first.",
  );

export const passwordNeedsEmail = () =>
  problem(
    409,
    "email_not_verified",
    "E-mail address not verified",
    "A password goes with a verified e-mail address: set one, and follow the link in its mail first.",
  );
