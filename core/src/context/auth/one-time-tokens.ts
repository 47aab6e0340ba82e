import { randomBytes } from "node:crypto";
import { and, eq, gt, isNull } from "drizzle-orm";
import { deleteOldest } from "../../store/db/oldest.ts";
import { oneTimeTokens, type TokenPurpose } from "../../store/db/schema/users.ts";
import type { Store } from "../../store/db/store.ts";
import { sha256 } from "./refresh-tokens.ts";

export type OneTimeToken = typeof oneTimeTokens.$inferSelect;

const MINUTE_MS = 60_000;

/** How long each is valid, in milliseconds. */
export const lifetimes: Record<TokenPurpose, number> = {
  verify_email: 24 * 60 * MINUTE_MS,
  reset_password: 60 * MINUTE_MS,
  recover_api_key: 60 * MINUTE_MS,
  link_wallet: 5 * MINUTE_MS,
  // A challenge lives 5 minutes, and clocks may differ by another 5.
  used_wallet_login: 15 * MINUTE_MS,
};

export interface NewToken {
  purpose: TokenPurpose;
  /** Null if it isn't about a user. */
  userId: number | null;
  /** The e-mail address or wallet that it is about. */
  subject: string;
  now: Date;
}

/** Makes a token of 256 random bits; earlier ones of the user, or about the same address, for the same purpose end. */
export async function issue(store: Store, token: NewToken): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  if (token.userId !== null) await removeOf(store, token.userId, token.purpose);
  else await removeAbout(store, token.subject, token.purpose);
  await keep(store, secret, token);
  return secret;
}

/** Stores the hash of a secret; false if it is there already. */
export async function keep(
  store: Store,
  secret: string,
  { purpose, userId, subject, now }: NewToken,
): Promise<boolean> {
  const row = await store
    .insert(oneTimeTokens)
    .values({
      hash: sha256(secret),
      purpose,
      user_id: userId,
      subject,
      created_at: now,
      expires_at: new Date(now.getTime() + lifetimes[purpose]),
    })
    .onConflictDoNothing()
    .returning({ hash: oneTimeTokens.hash })
    .get();
  return row !== undefined;
}

const isValid = (secret: string, purpose: TokenPurpose, now: Date) =>
  and(eq(oneTimeTokens.hash, sha256(secret)), eq(oneTimeTokens.purpose, purpose), gt(oneTimeTokens.expires_at, now));

/** The token behind a secret, unused and in time. */
export async function find(store: Store, secret: string, purpose: TokenPurpose, now: Date) {
  return store
    .select()
    .from(oneTimeTokens)
    .where(isValid(secret, purpose, now))
    .get();
}

/** The same, used up by this call: of two at the same moment one gets it. */
export async function use(store: Store, secret: string, purpose: TokenPurpose, now: Date) {
  return store
    .delete(oneTimeTokens)
    .where(isValid(secret, purpose, now))
    .returning()
    .get();
}

/** Ends the tokens that are about an address and not about a user. */
export async function removeAbout(store: Store, subject: string, purpose: TokenPurpose): Promise<void> {
  const about = and(isNull(oneTimeTokens.user_id), eq(oneTimeTokens.purpose, purpose));
  await store.delete(oneTimeTokens).where(and(about, eq(oneTimeTokens.subject, subject)));
}

/** Ends the user's tokens, all or those of one purpose. */
export async function removeOf(store: Store, userId: number, purpose?: TokenPurpose): Promise<void> {
  const which = purpose && eq(oneTimeTokens.purpose, purpose);
  await store.delete(oneTimeTokens).where(and(eq(oneTimeTokens.user_id, userId), which));
}

/** Deletes expired tokens. @returns how many */
export async function prune(store: Store, now: Date): Promise<number> {
  return deleteOldest(store, oneTimeTokens.expires_at, now);
}
