import { randomBytes } from "node:crypto";
import { and, eq, gt, gte, isNotNull, ne, or } from "drizzle-orm";
import { deleteOldest } from "../../store/db/oldest.ts";
import { oneTimeTokens, type TokenPurpose } from "../../store/db/schema/users.ts";
import type { Store } from "../../store/db/store.ts";
import { sha256 } from "./refresh-tokens.ts";

export type OneTimeToken = typeof oneTimeTokens.$inferSelect;

const MINUTE_MS = 60_000;

/** Lifetime of each kind of token, ms. */
export const lifetimes: Record<TokenPurpose, number> = {
  verify_email: 24 * 60 * MINUTE_MS,
  reset_password: 60 * MINUTE_MS,
  recover_api_key: 60 * MINUTE_MS,
  confirm_merchant_email: 24 * 60 * MINUTE_MS,
  undo_email_change: 7 * 24 * 60 * MINUTE_MS,
  link_wallet: 5 * MINUTE_MS,
  // A challenge lives 5 minutes, and clocks may differ by another 5.
  used_wallet_login: 15 * MINUTE_MS,
};

export interface NewToken {
  purpose: TokenPurpose;
  /** Null if it isn't about a user. */
  userId: number | null;
  merchantId?: number | null;
  /** The e-mail address or wallet that it is about. */
  subject: string;
  now: Date;
}

/**
 * Makes a token of 256 random bits; earlier ones of the user or merchant for the same purpose end. One that undoes a change of the
 * address ends those about the same address only: whoever changes it twice must not end the first owner's.
 */
export async function issue(store: Store, token: NewToken): Promise<string> {
  await endEarlier(store, token);
  return add(store, token);
}

/** As {@link issue}, in place of an earlier one only; undefined if that was used, or was ended. */
export async function renew(store: Store, token: NewToken): Promise<string | undefined> {
  return (await endEarlier(store, token)) > 0 ? add(store, token) : undefined;
}

async function endEarlier(store: Store, { purpose, userId, merchantId = null, subject }: NewToken): Promise<number> {
  const about = purpose === UNDO ? eq(oneTimeTokens.subject, subject) : undefined;
  const owner = ownedBy({ user_id: userId, merchant_id: merchantId });
  return (await store.delete(oneTimeTokens).where(and(owner, eq(oneTimeTokens.purpose, purpose), about))).changes;
}

async function add(store: Store, token: NewToken): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  await keep(store, secret, token);
  return secret;
}

const UNDO = "undo_email_change";

const ownedBy = ({ user_id, merchant_id }: Pick<OneTimeToken, "user_id" | "merchant_id">) =>
  user_id === null ? eq(oneTimeTokens.merchant_id, merchant_id ?? 0) : eq(oneTimeTokens.user_id, user_id);

/** Stores the hash of a secret; false if it is there already. */
export async function keep(
  store: Store,
  secret: string,
  { purpose, userId, merchantId = null, subject, now }: NewToken,
): Promise<boolean> {
  const row = await store
    .insert(oneTimeTokens)
    .values({
      hash: sha256(secret),
      purpose,
      user_id: userId,
      merchant_id: merchantId,
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

/** As {@link find}, but the call uses the token up: of two at the same moment one gets it. */
export async function use(store: Store, secret: string, purpose: TokenPurpose, now: Date) {
  return store
    .delete(oneTimeTokens)
    .where(isValid(secret, purpose, now))
    .returning()
    .get();
}

/** Ends a merchant's tokens for one purpose. */
export async function removeOfMerchant(store: Store, merchantId: number, purpose: TokenPurpose): Promise<void> {
  const isOne = and(eq(oneTimeTokens.merchant_id, merchantId), eq(oneTimeTokens.purpose, purpose));
  await store.delete(oneTimeTokens).where(isOne);
}

/**
 * Ends the user's tokens of one purpose, or all but those that undo a change of the address: who has the account now must not end
 * what an earlier owner of it got.
 */
export async function removeOf(store: Store, userId: number, purpose?: TokenPurpose): Promise<void> {
  const which = purpose ? eq(oneTimeTokens.purpose, purpose) : ne(oneTimeTokens.purpose, UNDO);
  await store.delete(oneTimeTokens).where(and(eq(oneTimeTokens.user_id, userId), which));
}

/** Ends all of the user's tokens. */
export async function removeAll(store: Store, userId: number): Promise<void> {
  await store.delete(oneTimeTokens).where(eq(oneTimeTokens.user_id, userId));
}

/**
 * Ends everybody's tokens after an older database was put back, except those that undo a change of the address: mailed or not, they give
 * stolen accounts back. What may have ended one since, such as the undone change, was put back with it.
 */
export async function removeOfAll(store: Store): Promise<void> {
  await store.delete(oneTimeTokens).where(ne(oneTimeTokens.purpose, UNDO));
}

/** Ends the other tokens of the account whose change of the address this one undid, but for those that undo an earlier change. */
export async function removeLater(store: Store, used: OneTimeToken): Promise<void> {
  const isLater = or(ne(oneTimeTokens.purpose, UNDO), gte(oneTimeTokens.created_at, used.created_at));
  await store.delete(oneTimeTokens).where(and(ownedBy(used), isLater));
}

/** True if another user or merchant can still take the address back, so that nobody else can have it. */
export async function isReserved(
  store: Store,
  { subject, kind, except, now }: { subject: string; kind: "user" | "merchant"; except?: number; now: Date },
): Promise<boolean> {
  const id = kind === "user" ? oneTimeTokens.user_id : oneTimeTokens.merchant_id;
  const isOther = except === undefined ? isNotNull(id) : ne(id, except);
  const isOpen = and(eq(oneTimeTokens.subject, subject), eq(oneTimeTokens.purpose, UNDO));
  const row = await store
    .select({ hash: oneTimeTokens.hash })
    .from(oneTimeTokens)
    .where(and(isOpen, gt(oneTimeTokens.expires_at, now), isOther))
    .get();
  return row !== undefined;
}

/** Deletes expired tokens. @returns how many */
export async function prune(store: Store, now: Date): Promise<number> {
  return deleteOldest(store, oneTimeTokens.expires_at, now);
}
