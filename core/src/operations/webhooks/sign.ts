import { createHmac, hkdfSync } from "node:crypto";
import { StrKey } from "@stellar/stellar-sdk";
import type { AuthKeys } from "../../context/auth/keys.ts";

// Signatures by the Standard Webhooks specification: `v1` is HMAC-SHA256 with the endpoint's secret, `v1a` is ed25519 with the key that
// stellar.toml publishes as SIGNING_KEY. Both sign `<id>.<time>.<body>`.

type Keys = Pick<AuthKeys, "webAuth" | "webhookSeed">;
type AllKeys = Keys & Pick<AuthKeys, "previous">;

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

/** Headers of a request, signed with the previous keys as well. @param salts of all secrets that are valid now */
export async function sign(
  keys: AllKeys,
  { id, body, salts, now }: { id: string; body: string; salts: readonly string[]; now: Date },
): Promise<Signed> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const content = Buffer.from(`${id}.${timestamp}.${body}`);
  const signatures: string[] = [];
  for (const each of keys.previous ? [keys, keys.previous] : [keys]) {
    for (const salt of salts) {
      signatures.push(`v1,${createHmac("sha256", secretBytes(each, salt)).update(content).digest("base64")}`);
    }
    signatures.push(`v1a,${Buffer.from(await each.webAuth.sign(content)).toString("base64")}`);
  }
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}
