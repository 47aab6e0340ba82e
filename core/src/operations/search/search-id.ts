import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Context } from "../../context/context.ts";
import type { Searcher } from "./kinds.ts";

// From a search's id only the service can tell whose search it was. Only its random half is stored, which reveals nothing.

/** Bytes of each half. */
const HALF = 12;

export const searchIdPattern = new RegExp(`^[0-9a-f]{${4 * HALF}}$`);

export function newSearchId(context: Pick<Context, "auth">, searcher: Searcher): string {
  const nonce = randomBytes(HALF).toString("hex");
  return nonce + seal(nonce, searcher, context.auth.keys.jwtSecrets[0]);
}

/** The stored half. */
export const nonceOf = (searchId: string): string => searchId.slice(0, 2 * HALF);

/** True if it was this caller's search. */
export function isSearchOf({ auth }: Pick<Context, "auth">, searchId: string, searcher: Searcher): boolean {
  const nonce = nonceOf(searchId);
  if (!searchIdPattern.test(searchId)) return false;
  const isSealedBy = (key: string | Buffer) =>
    timingSafeEqual(Buffer.from(searchId), Buffer.from(nonce + seal(nonce, searcher, key)));
  return auth.keys.jwtSecrets.some(isSealedBy);
}

function seal(nonce: string, searcher: Searcher, key: string | Buffer): string {
  const name = searcher.kind === "merchant" ? `merchant:${searcher.merchantId}` : `user:${searcher.userId}`;
  return createHmac("sha256", key)
    .update(`search:${nonce}:${name}`)
    .digest("hex")
    .slice(0, 2 * HALF);
}
