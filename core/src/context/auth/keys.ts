import { existsSync } from "node:fs";
import type { Settings } from "../../base/settings/settings.ts";
import { keysPath, manifestPath } from "../../ledger/chain/chain.ts";
import { SetupError } from "../../ledger/chain/errors.ts";
import {
  createMissingKeys,
  PREVIOUS_WEBAUTH,
  readKeys,
  readSecret,
  type Signer,
  serviceRoles,
} from "../../ledger/chain/keys.ts";
import { networks } from "../../ledger/chain/networks.ts";

/** The keys of sessions. */
export interface AuthKeys {
  /** HMAC keys of access tokens: the first one signs, all are accepted. */
  jwtSecrets: [current: Buffer, ...previous: Buffer[]];
  /** Signs the challenges of wallet logins (SEP-10); an account of this key is neither needed nor used. */
  webAuth: Signer;
  /** Seed of the secrets of webhooks, and of the tokens in links that end mails. */
  webhookSeed: Buffer;
  /** Keys from the replaced key `webauth`, while the secrets derived from it still count. */
  previous?: Pick<AuthKeys, "webAuth" | "webhookSeed">;
}

/**
 * Reads the keys from settings and key file. Where money is not real, the key file gets what is missing.
 * @throws SetupError on public networks without JWT_SECRET or a key "webauth"
 */
export function openAuthKeys(settings: Settings): AuthKeys {
  const path = keysPath(settings);
  const { jwtSecret, jwtSecretPrevious } = settings.auth;
  if (networks[settings.network].public) {
    if (!jwtSecret) {
      throw new SetupError(
        `JWT_SECRET is not set: on ${settings.network} access tokens need a key of at least 32 bytes. Create one with "openssl rand -base64 48"`,
      );
    }
  } else {
    // A deployment has its keys already: a new file at a mistyped path would not have them.
    if (existsSync(manifestPath(settings))) readKeys(path);
    createMissingKeys(path, serviceRoles);
  }
  const current = jwtSecret === null ? readSecret(path, "session") : Buffer.from(jwtSecret);
  const previous = jwtSecretPrevious === null ? [] : [Buffer.from(jwtSecretPrevious)];
  const keys = readKeys(path);
  const of = (role: "webauth" | typeof PREVIOUS_WEBAUTH) => ({
    webAuth: keys.signer(role),
    webhookSeed: readSecret(path, role),
  });
  return {
    jwtSecrets: [current, ...previous],
    ...of("webauth"),
    ...(keys.has(PREVIOUS_WEBAUTH) && { previous: of(PREVIOUS_WEBAUTH) }),
  };
}
