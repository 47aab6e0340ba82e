import { createHash, createHmac, randomBytes } from "node:crypto";

// A refresh token is `mr_<family>.<secret>`: the family is the session's random name and stays, the secret changes at
// every use. The database has hashes only: 128 and 256 random bits can't be guessed or searched.

const SHAPE = /^mr_([\w-]{22})\.[\w-]{43}$/;

export const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

export interface RefreshToken {
  token: string;
  hash: string;
  familyHash: string;
}

export function newRefreshToken(): RefreshToken {
  return tokenOf(randomBytes(16).toString("base64url"), randomBytes(32));
}

/** Undefined if the text can't be one. */
export function readRefreshToken(text: string): RefreshToken | undefined {
  const family = SHAPE.exec(text)?.[1];
  return family === undefined ? undefined : { token: text, hash: sha256(text), familyHash: sha256(family) };
}

/**
 * The token that follows. It is computed from its predecessor and a key instead of being drawn, so that a client whose answer
 * was lost can be given the same one again, although the database has only its hash.
 */
export function successorOf({ token }: RefreshToken, key: Buffer): RefreshToken {
  const family = SHAPE.exec(token)?.[1] ?? "";
  return tokenOf(family, createHmac("sha256", key).update(`merit refresh token\0${token}`).digest());
}

function tokenOf(family: string, secret: Buffer): RefreshToken {
  const token = `mr_${family}.${secret.toString("base64url")}`;
  return { token, hash: sha256(token), familyHash: sha256(family) };
}
