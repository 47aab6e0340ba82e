import { createHmac, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign as signWith } from "node:crypto";
import { toSeconds } from "../../base/days.ts";
import type { AuthKeys } from "../../context/auth/keys.ts";

// Signatures by the Standard Webhooks specification: `v1` is HMAC-SHA256 with the endpoint's secret, `v1a` is ed25519 with a key of the
// endpoint's own. Both sign `<id>.<time>.<body>`, which doesn't say for whom an event is: with one key for all, a merchant could hand an
// event of its own to another one's receiver.

type Keys = Pick<AuthKeys, "webhookSeed">;
type AllKeys = Keys & Pick<AuthKeys, "previous">;

/** The 32 bytes of the secret that belongs to a salt. They can't be derived from the database alone. */
function secretBytes({ webhookSeed }: Keys, salt: string): Buffer {
  return Buffer.from(hkdfSync("sha256", webhookSeed, Buffer.from(salt, "hex"), "webhook secret", 32));
}

/** The secret as its merchant gets it. */
export const secretOf = (keys: Keys, salt: string): string => `whsec_${secretBytes(keys, salt).toString("base64")}`;

/** The bytes before the 32 of a private key of ed25519 in PKCS #8. */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

/** The private key that belongs to a salt, beside the secret. */
function signingKey({ webhookSeed }: Keys, salt: string): KeyObject {
  const seed = Buffer.from(hkdfSync("sha256", webhookSeed, Buffer.from(salt, "hex"), "webhook signing key", 32));
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: "der", type: "pkcs8" });
}

/** The endpoint's public key, as the specification writes it. */
export function publicKeyOf(keys: Keys, salt: string): string {
  const { x = "" } = createPublicKey(signingKey(keys, salt)).export({ format: "jwk" });
  return `whpk_${Buffer.from(x, "base64url").toString("base64")}`;
}

export interface Signed {
  "webhook-id": string;
  /** Unix seconds. */
  "webhook-timestamp": string;
  /** Signatures, separated by spaces. */
  "webhook-signature": string;
}

/** Headers of a request, signed with the previous keys as well. @param salts of all secrets that are valid now */
export function sign(
  keys: AllKeys,
  { id, body, salts, now }: { id: string; body: string; salts: readonly string[]; now: Date },
): Signed {
  const timestamp = String(toSeconds(now));
  const content = Buffer.from(`${id}.${timestamp}.${body}`);
  const signatures: string[] = [];
  for (const each of keys.previous ? [keys, keys.previous] : [keys]) {
    for (const salt of salts) {
      signatures.push(`v1,${createHmac("sha256", secretBytes(each, salt)).update(content).digest("base64")}`);
      signatures.push(`v1a,${signWith(null, content, signingKey(each, salt)).toString("base64")}`);
    }
  }
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}
