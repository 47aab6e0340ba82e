import { notReady, problem } from "../../base/errors.ts";

const bearer = (error?: string) => ({
  headers: { "WWW-Authenticate": `Bearer realm="merit"${error ? `, error="${error}"` : ""}` },
});

export const missingToken = () =>
  problem(
    401,
    "missing_token",
    "Access token required",
    "Log in, and send the access token as `Authorization: Bearer <accessToken>`. An API key doesn't open this call.",
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

/** An invalid token. It doesn't say which check failed: that would help an attacker. */
export const invalidToken = () =>
  problem(
    401,
    "invalid_token",
    "Access token not valid",
    "The access token is wrong or expired, or its session has ended. Refresh it, or log in again.",
    bearer("invalid_token"),
  );

export const invalidRefreshToken = () =>
  problem(
    401,
    "invalid_refresh_token",
    "Refresh token not valid",
    "The refresh token is wrong or was already used, or its session has ended. Log in again.",
    bearer("invalid_token"),
  );

/** One answer for an unknown address and a wrong password. */
export const invalidCredentials = (headers: Record<string, string> = {}) =>
  problem(
    401,
    "invalid_credentials",
    "Login not valid",
    "The e-mail address or the password is wrong. An account without a password logs in with its wallet.",
    { headers: { ...bearer().headers, ...headers } },
  );

export const invalidWalletProof = (detail: string) =>
  problem(401, "invalid_wallet_proof", "Wallet not proven", detail, bearer());

export const tooManyAttempts = (retryAfterSeconds: number, headers: Record<string, string>) =>
  problem(
    429,
    "too_many_attempts",
    "Too many attempts",
    `Too many wrong passwords were given for this account or from this address. Try again in ${retryAfterSeconds} s.`,
    { headers: { "Retry-After": String(retryAfterSeconds), ...headers } },
  );

export const adminRequired = () =>
  problem(403, "admin_required", "Administrator required", "This call needs the access token of an administrator.");

export const forbidden = (detail: string) => problem(403, "forbidden", "Not allowed", detail);

export const loginsBusy = () => notReady("busy", "There are too many logins at once. Try again in a few seconds.");

export const invalidOneTimeToken = () =>
  problem(
    422,
    "invalid_one_time_token",
    "Token not valid",
    "The token is wrong, was already used, or has expired. Ask for a new mail.",
  );
