import { createHmac, hkdfSync } from "node:crypto";
import { StrKey } from "@stellar/stellar-sdk";
import type { AuthKeys } from "../auth/keys.ts";

// Signatures by the Standard Webhooks specification: `v1` is HMAC-SHA256 with the endpoint's secret, `v1a` is ed25519 with the key that
// stellar.toml publishes as SIGNING_KEY. Both sign `<id>.<time>.<body>`.

type Keys = Pick<AuthKeys, "webAuth" | "webhookSeed">;

/** The 32 bytes of the secret that belongs to a salt. Whoever has the database alone can't derive them. */
function secretBytes({ webhookSeed }: Keys, salt: string): Buffer {
  return Buffer.from(hkdfSync("sha256", webhookSeed, Buffer.from(salt, "hex"), "webhook secret", 32));
}

/** As its merchant gets it. */
export const secretOf = (keys: Keys, salt: string): string => `whsec_${secretBytes(keys, salt).toString("base64")}`;

/** The service's public key, as the specification writes it. */
export const publicKeyOf = ({ webAuth }: Keys): string =>
  `whpk_${Buffer.from(StrKey.decodeEd25519PublicKey(webAuth.publicKey)).toString("base64")}`;

export interface Signed {
  "webhook-id": string;
  /** Unix seconds. */
  "webhook-timestamp": string;
  /** Signatures, separated by spaces. */
  "webhook-signature": string;
}

/** Headers of a request. @param salts of all secrets that are valid now */
export async function sign(
  keys: Keys,
  { id, body, salts, now }: { id: string; body: string; salts: readonly string[]; now: Date },
): Promise<Signed> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const content = Buffer.from(`${id}.${timestamp}.${body}`);
  const hmac = (salt: string) => createHmac("sha256", secretBytes(keys, salt)).update(content).digest("base64");
  const ed25519 = Buffer.from(await keys.webAuth.sign(content)).toString("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": [...salts.map((salt) => `v1,${hmac(salt)}`), `v1a,${ed25519}`].join(" "),
  };
}
