import { checkPassword, hashPassword } from "../context/auth/passwords.ts";
import { invalidCredentials } from "../context/auth/problems.ts";
import type { Context, UnitContext } from "../context/context.ts";
import type { User } from "../parties/users/store.ts";
import * as userRows from "../parties/users/store.ts";
import type { Store } from "../store/db/store.ts";
import { accountExists } from "./problems.ts";
import * as users from "./service.ts";
import * as sessions from "./sessions.ts";

/** Facts about a caller who is not logged in. */
export interface ClientInfo {
  /** IP address. */
  address: string;
  userAgent: string | null;
}

export interface LoggedIn extends sessions.Tokens {
  user: User;
}

export interface Registration {
  email: string;
  /** Of `hashForNew`. */
  passwordHash: string | null;
  firstName: string | null;
  lastName: string | null;
  referralCode: string | null;
}

/**
 * The hash of a new account's password, which takes long: null if the address is taken, so that refusing it takes no time from logins.
 * `register` refuses it, in a commit that answers a repeat first. @throws Problem 503 `busy`
 */
export async function hashForNew(
  { db }: Context,
  { email, password }: { email: string; password: string },
): Promise<string | null> {
  const known = await db.read((store) => userRows.byEmail(store, users.normalEmail(email)));
  return known ? null : hashPassword(password);
}

/**
 * A new account with its first session and the mail that confirms its address, in the caller's commit.
 * @throws Problem 409 `email_taken`, 422 for an unknown referral code
 */
export async function register(
  context: UnitContext,
  store: Store,
  input: Registration,
  { userAgent }: ClientInfo,
): Promise<LoggedIn> {
  const { passwordHash } = input;
  if (passwordHash === null) throw accountExists();
  const user = await users.create(store, { ...input, passwordHash }, context.clock.now());
  const { id: userId, email: recipient } = user;
  if (recipient) await users.askToConfirm(context, store, { userId, recipient });
  const tokens = await sessions.open(context, store, { userId, method: "password", userAgent });
  return { user, ...tokens };
}

/**
 * Logs in by e-mail address and password. Unknown addresses and wrong passwords get one answer, in the same time.
 * @throws Problem 401 `invalid_credentials`, 429 `too_many_attempts`, 503 `busy`
 */
export async function login(
  context: Context,
  credentials: { email: string; password: string },
  { address, userAgent }: ClientInfo,
): Promise<LoggedIn> {
  const email = users.normalEmail(credentials.email);
  const known = await context.db.read((store) => userRows.byLogin(store, email));
  const attempt = await context.auth.throttle.attempt(context.db, email, address);
  if (!(await checkPassword(known?.password_hash, credentials.password)) || !known) {
    throw invalidCredentials(attempt.fields);
  }
  return context.db.commit(async (store) => {
    const user = await requireSamePassword(store, known);
    const tokens = await sessions.open(context, store, { userId: user.id, method: "password", userAgent });
    await attempt.succeeded(store);
    return { user, ...tokens };
  });
}

/**
 * The user as it is now, in the commit of the change that needed the password. A password that was replaced meanwhile is
 * no longer the password.
 * @throws Problem 401 `invalid_credentials`
 */
export async function requireSamePassword(store: Store, known: User): Promise<User> {
  const user = await userRows.byId(store, known.id);
  if (!user || user.password_hash !== known.password_hash) throw invalidCredentials();
  return user;
}

/**
 * Makes sure that a user knows their password, before something that a stolen session must not do; `requireSamePassword`
 * belongs into its commit.
 * @throws Problem 401 `invalid_credentials`, 429
 */
export async function confirmPassword(
  { auth, db }: Context,
  user: User,
  password: string | undefined,
  { address }: ClientInfo,
): Promise<void> {
  if (user.password_hash === null) return;
  if (password === undefined) throw invalidCredentials();
  const attempt = await auth.throttle.attempt(db, user.email ?? String(user.id), address);
  if (!(await checkPassword(user.password_hash, password))) throw invalidCredentials(attempt.fields);
  await db.commit(attempt.succeeded);
}
