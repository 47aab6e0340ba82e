import * as tokens from "../context/auth/one-time-tokens.ts";
import { hashPassword } from "../context/auth/passwords.ts";
import { invalidOneTimeToken, missingToken } from "../context/auth/problems.ts";
import type { Context } from "../context/context.ts";
import * as mail from "../parties/mail/outbox.ts";
import type { User } from "../parties/users/store.ts";
import * as rows from "../parties/users/store.ts";
import { grantReferral } from "../programmes/points/bonuses.ts";
import { type ClientInfo, confirmPassword, requireSamePassword } from "./login.ts";
import { accountExists, passwordNeedsEmail, tooManyMails } from "./problems.ts";
import { endAccess, replacePassword } from "./replace-password.ts";
import * as users from "./service.ts";
import type { Identity } from "./sessions.ts";

/** Starts a password's reset by mail, if the address has an account with one; the caller learns nothing either way. */
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
    await rows.update(store, user.id, { email_verified_at: user.email_verified_at ?? now });
    await grantReferral(store, user.id, { settings: context.settings, now });
    await mail.post(context, store, { template: "password_changed", userId: user.id, recipient: used.subject });
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
  const recipient = user.email;
  if (recipient === null) throw passwordNeedsEmail();
  const passwordHash = await hashPassword(input.password);
  await context.db.commit(async (store) => {
    await requireSamePassword(store, user);
    const now = context.clock.now();
    await replacePassword(store, user.id, { passwordHash, keepWallets: true, exceptSession: session.id, now });
    await mail.post(context, store, { template: "password_changed", userId: user.id, recipient });
  });
}

/**
 * Confirms the address that the token was mailed to. Whoever named it may be somebody else than who reads its mail, unless the
 * token comes with a session of the account. So without one, all that was linked or begun before ends, but for the password, which
 * the owner of the address can replace now. An account without a password has only what ends, so it needs a session.
 * @param caller the session that the token comes with, if any
 * @throws Problem 422 `invalid_one_time_token`, 401 `missing_token`, 409 `email_taken`
 */
export async function verifyEmail(context: Context, token: string, caller: Identity | null): Promise<void> {
  await context.db.commit(async (store) => {
    const now = context.clock.now();
    const used = await tokens.use(store, token, "verify_email", now);
    const user = used?.user_id ? await rows.byId(store, used.user_id) : undefined;
    if (!used || !user) throw invalidOneTimeToken();
    const isFirst = user.email === used.subject;
    if (!isFirst && user.pending_email !== used.subject) throw invalidOneTimeToken();
    if (isFirst && user.email_verified_at !== null) return;
    const isOwn = caller?.user.id === user.id;
    if (user.password_hash === null && !isOwn) throw missingToken();
    const pending_email = isFirst && isOwn ? user.pending_email : null;
    const verified = { email_verified_at: now, updated_at: now, pending_email };
    if (!(await rows.setEmail(store, user.id, used.subject, verified))) throw accountExists();
    // To the address that was replaced: its owner may not have asked for this.
    if (!isFirst) await mail.postTo(context, store, user, { template: "email_changed" });
    if (!isOwn) await endAccess(store, user.id, { keepWallets: false, now });
    // Mailed to the address that was replaced.
    else if (!isFirst) await tokens.removeOf(store, user.id, "reset_password");
    await grantReferral(store, user.id, { settings: context.settings, now });
  });
}

/** The user's address that waits for its confirmation; null if there is none. */
export const unverifiedEmail = (user: User) => user.pending_email ?? (user.email_verified_at ? null : user.email);

/** Mails the confirmation again, if an address waits for one. @throws Problem 429 */
export async function resendVerification(context: Context, user: User): Promise<void> {
  const recipient = unverifiedEmail(user);
  if (recipient === null) return;
  await context.db.commit(async (store) => {
    const posted = await mail.postBounded(context, store, { template: "verify_email", userId: user.id, recipient });
    if (!posted) throw tooManyMails();
  });
}
