import * as tokens from "../context/auth/one-time-tokens.ts";
import { hashPassword } from "../context/auth/passwords.ts";
import { invalidOneTimeToken, missingToken } from "../context/auth/problems.ts";
import type { Context, UnitContext } from "../context/context.ts";
import * as mail from "../parties/mail/outbox.ts";
import { tooManyMails } from "../parties/mail/problems.ts";
import { confirmAddress, type Merchant } from "../parties/merchants/service.ts";
import type { User } from "../parties/users/store.ts";
import * as rows from "../parties/users/store.ts";
import { grantReferral } from "../programmes/points/bonuses.ts";
import type { Store } from "../store/db/store.ts";
import { type ClientInfo, confirmPassword, requireSamePassword } from "./login.ts";
import { accountExists, passwordNeedsEmail } from "./problems.ts";
import { endAccess, replacePassword } from "./replace-password.ts";
import * as users from "./service.ts";
import type { Identity } from "./sessions.ts";

/** Starts a password's reset by mail, if the address has an account that may have one; the caller learns nothing either way. */
export async function forgotPassword(context: Context, email: string): Promise<void> {
  await context.db.commit((store) => mail.postReset(context, store, users.normalEmail(email)));
}

/**
 * Sets the password of the account that the token was mailed to, confirms its address, and ends all its sessions. Whoever
 * linked a wallet before the address was proven may be somebody else, so such wallets are removed.
 * @throws Problem 422 `invalid_one_time_token`
 */
export async function resetPassword(context: Context, token: string, password: string): Promise<void> {
  const { db, clock } = context;
  const known = await db.read((store) => tokens.find(store, token, "reset_password", clock.now()));
  if (!known) throw invalidOneTimeToken();
  const passwordHash = await hashPassword(password);
  await db.commit(async (store) => {
    const now = clock.now();
    const used = await tokens.use(store, token, "reset_password", now);
    const user = used?.user_id ? await rows.byId(store, used.user_id) : undefined;
    if (!used || !user || user.email !== used.subject) throw invalidOneTimeToken();
    await replacePassword(store, user.id, { passwordHash, keepWallets: user.email_verified_at !== null, now });
    const verified = { ...user, email_verified_at: user.email_verified_at ?? now };
    await rows.update(store, user.id, { email_verified_at: verified.email_verified_at });
    await grantReferral(store, user.id, { settings: context.settings, now });
    await mail.postTo(context, store, verified, { template: "password_changed" });
  });
}

/**
 * Sets the password of the caller's account and ends its other sessions.
 * @throws Problem 401 for a wrong current one, 409 `email_not_verified` for a first one without an address to log in by
 */
export async function changePassword(
  context: Context,
  { user, session }: Identity,
  input: { current: string | undefined; password: string },
  client: ClientInfo,
): Promise<void> {
  await confirmPassword(context, user, input.current, client);
  if (user.email === null) throw passwordNeedsEmail();
  const passwordHash = await hashPassword(input.password);
  await context.db.commit(async (store) => {
    await requireSamePassword(store, user);
    const now = context.clock.now();
    await replacePassword(store, user.id, { passwordHash, keepWallets: true, exceptSession: session.id, now });
    await mail.postTo(context, store, user, { template: "password_changed" });
  });
}

interface Caller {
  session: Identity | null;
  merchant: Merchant | null;
}

/**
 * Confirms the address that the token was mailed to. Whoever named it may be somebody else than who reads its mail, unless the
 * token comes with a session of the account. So without one, all that was linked or begun before ends, but for the password, which
 * the owner of the address can replace now. An account without a password has only what ends, so it needs a session.
 * The token of a merchant's mail needs the merchant's key, and the one that undoes a change neither.
 * @param caller what the token comes with, if anything
 * @throws Problem 422 `invalid_one_time_token`, 401 `missing_token`, `missing_api_key`, 409 `email_taken`
 */
export async function verifyEmail(
  context: Context,
  token: string,
  { session: caller, merchant }: Caller,
): Promise<void> {
  await context.db.commit(async (store) => {
    const now = context.clock.now();
    const used = await tokens.use(store, token, "verify_email", now);
    if (!used) {
      const isMerchants = !(await tokens.find(store, token, "undo_email_change", now))?.user_id;
      return isMerchants ? confirmAddress(context, store, token, merchant) : takeBack(context, store, token, caller);
    }
    const user = used.user_id ? await rows.byId(store, used.user_id) : undefined;
    if (!user) throw invalidOneTimeToken();
    const isFirst = user.email === used.subject;
    if (!isFirst && user.pending_email !== used.subject) throw invalidOneTimeToken();
    if (isFirst && user.email_verified_at !== null) return;
    const isOwn = caller?.user.id === user.id;
    if (user.password_hash === null && !isOwn) throw missingToken();
    const pending_email = isFirst && isOwn ? user.pending_email : null;
    const verified = { email_verified_at: now, updated_at: now, pending_email };
    await setEmail(store, user.id, used.subject, verified);
    if (!isFirst) await tellReplaced(context, store, user, now);
    if (!isOwn) await endAccess(store, user.id, { keepWallets: false, now });
    // Mailed to the address that was replaced.
    else if (!isFirst) await tokens.removeOf(store, user.id, "reset_password");
    await grantReferral(store, user.id, { settings: context.settings, now });
  });
}

/** @throws Problem 409 `email_taken` */
async function setEmail(
  store: Store,
  id: number,
  email: string,
  change: Pick<User, "email_verified_at" | "pending_email"> & { updated_at: Date },
): Promise<void> {
  const isReserved = await tokens.isReserved(store, {
    subject: email,
    kind: "user",
    except: id,
    now: change.updated_at,
  });
  if (isReserved || !(await rows.setEmail(store, id, email, change))) throw accountExists();
}

/** Mails the address that was replaced: its owner may not have asked for this, and can take it back if it was confirmed. */
async function tellReplaced(context: UnitContext, store: Store, user: User, now: Date): Promise<void> {
  if (user.email === null) return;
  const canUndo = user.email_verified_at !== null;
  await mail.postTo(context, store, user, { template: canUndo ? "undo_email_change" : "email_changed" });
  if (!canUndo) return;
  // Nobody else can have the address until the mail's own token takes this one's place.
  await tokens.issue(store, { purpose: "undo_email_change", userId: user.id, subject: user.email, now });
}

/** Gives an account back the address that was replaced, to whose owner the token was mailed. */
async function takeBack(context: UnitContext, store: Store, token: string, caller: Identity | null): Promise<void> {
  const now = context.clock.now();
  const used = await tokens.use(store, token, "undo_email_change", now);
  const user = used?.user_id ? await rows.byId(store, used.user_id) : undefined;
  if (!used || !user) throw invalidOneTimeToken();
  await setEmail(store, user.id, used.subject, { email_verified_at: now, updated_at: now, pending_email: null });
  if (caller?.user.id !== user.id) await endAccess(store, user.id, { keepWallets: false, now });
  await tokens.removeLater(store, used);
}

/** The user's address that waits for its confirmation; null if there is none. */
const unverifiedEmail = (user: User) => user.pending_email ?? (user.email_verified_at ? null : user.email);

/** Mails the confirmation again, if an address waits for one. @throws Problem 429 */
export async function resendVerification(context: Context, user: User): Promise<void> {
  const recipient = unverifiedEmail(user);
  if (recipient === null) return;
  await context.db.commit(async (store) => {
    if (!(await users.askToConfirm(context, store, { userId: user.id, recipient }))) throw tooManyMails();
  });
}
