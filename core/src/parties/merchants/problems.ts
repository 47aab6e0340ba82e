import { problem } from "../../base/errors.ts";

const API_KEY_CHALLENGE = { "WWW-Authenticate": 'ApiKey realm="merit", header="x-api-key"' };

export const missingApiKey = () =>
  problem(
    401,
    "missing_api_key",
    "API key required",
    "Send the merchant's API key in the header x-api-key. An access token doesn't open this call.",
    {
      headers: API_KEY_CHALLENGE,
    },
  );

export const invalidApiKey = () =>
  problem(
    401,
    "invalid_api_key",
    "API key not valid",
    "The API key in the header x-api-key is unknown or revoked. Check that you copied all of it.",
    { headers: API_KEY_CHALLENGE },
  );

export const insufficientScope = (needed: string, held: readonly string[]) =>
  problem(
    403,
    "insufficient_scope",
    "Scope missing",
    `This call needs an API key with the scope ${needed}. This key has ${held.join(", ")}.`,
  );

export const tooManyApiKeys = (limit: number) =>
  problem(
    409,
    "too_many_api_keys",
    "Too many API keys",
    `You already have ${limit} active API keys. Revoke one of them first.`,
  );

export const apiKeyEnding = (id: number) =>
  problem(
    409,
    "api_key_ending",
    "API key already revoked or rotated",
    `API key ${id} was already revoked or rotated. Rotate the key that replaced it, or create a new one.`,
  );

export const lastAccountKey = (id: number) =>
  problem(
    409,
    "last_account_key",
    "Last key with the account scope",
    `API key ${id} is the last one that can manage this merchant's keys. Create another key with the scope account first, or rotate this one with \`overlap_hours\` 0.`,
  );

export const emailTaken = () =>
  problem(
    409,
    "email_taken",
    "E-mail address taken",
    "A merchant with this e-mail address is already registered. Use that merchant's API key, or ask for a new one at POST /merchants/keys/recover.",
  );

/** Both amounts are decimal texts. */
export const balanceShort = (free: string, asked: string) =>
  problem(
    409,
    "balance_short",
    "Balance too low",
    `Your free balance in the reward pool is ${free}, and this reserves ${asked}. Deposit more, or lower the amount.`,
  );
