import { hash, randomBytes } from "node:crypto";
import type { NetworkName } from "../settings/settings.ts";

const SECRET_BYTES = 32;
/** Tells a mistyped key from a wrong one, and a scanner for leaked secrets a real key from a look-alike. */
const CHECKSUM_CHARS = 6;
const SHAPE = /^mk_(?:live|test)_[\w-]{43}([\w-]{6})$/;

/** `mk_live_...` on mainnet, `mk_test_...` elsewhere: 256 random bits and a checksum. */
export function newApiKey(network: NetworkName): string {
  const body = `mk_${network === "mainnet" ? "live" : "test"}_${randomBytes(SECRET_BYTES).toString("base64url")}`;
  return body + checksum(body);
}

/** What the database keeps. A plain SHA-256 is enough: 256 random bits can't be guessed or searched. */
export const hashApiKey = (key: string) => hash("sha256", key);

export function looksLikeApiKey(text: string): boolean {
  const match = SHAPE.exec(text);
  return match !== null && match[1] === checksum(text.slice(0, -CHECKSUM_CHARS));
}

const checksum = (body: string) => hash("sha256", body, "base64url").slice(0, CHECKSUM_CHARS);
