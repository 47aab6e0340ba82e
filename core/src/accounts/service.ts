import { randomInt } from "node:crypto";
import * as envelopes from "../agreements/envelopes/store.ts";
import { notFound, validationFailed } from "../base/errors.ts";
import { type Page, type PageRequest, toPage } from "../base/page.ts";
import * as tokens from "../context/auth/one-time-tokens.ts";
import * as sessions from "../context/auth/session-store.ts";
import * as mail from "../parties/mail/outbox.ts";
import * as mails from "../parties/mail/store.ts";
import { emitReferred } from "../parties/users/referred.ts";
import type { User, UserFilter } from "../parties/users/store.ts";
import * as rows from "../parties/users/store.ts";
import * as wallets from "../parties/wallets/store.ts";
import { referralBonuses, referralPoints } from "../programmes/points/bonuses.ts";
import { actorOf, record } from "../store/audit/audit.ts";
import type { Role } from "../store/db/schema/users.ts";
import type { Store } from "../store/db/store.ts";
import { accountExists } from "./problems.ts";

export type { User } from "../parties/users/store.ts";

export interface NewUser {
  /** E-mail address for logging in with the password. */
  email?: string;
  passwordHash?: string;
  /** Must be verified first. */
  pendingEmail?: string | null;
  firstName?: string | null;
  lastName?: string | null;
  /** Code of the user who brought this one. */
  referralCode?: string | null;
  role?: Role;
}

/** Mails the confirmation of an address, within the bounds for such mails. @returns whether there is a mail */
export const askToConfirm = (
  context: mail.Sender,
  store: Store,
  { userId, recipient }: { userId: number; recipient: string },
): Promise<boolean> =>
  mail.postBounded(context, store, { template: "verify_email", userId, recipient, isConfirmed: false });

/** @throws Problem 409 `email_taken`, 422 for a referral code that nobody has */
export async function create(store: Store, input: NewUser, now: Date): Promise<User> {
  const email = input.email ? normalEmail(input.email) : null;
  if (email !== null && (await tokens.isReserved(store, { subject: email, kind: "user", now }))) throw accountExists();
  const user = await rows.insert(store, {
    email,
    password_hash: input.passwordHash ?? null,
    pending_email: input.pendingEmail ? normalEmail(input.pendingEmail) : null,
    first_name: input.firstName ?? null,
    last_name: input.lastName ?? null,
    role: input.role ?? "user",
    referral_code: newReferralCode(),
    referred_by: input.referralCode ? await referrer(store, input.referralCode) : null,
    created_at: now,
    updated_at: now,
  });
  if (!user) throw accountExists();
  await emitReferred(store, "registered", { user, bonus: 0, now });
  return user;
}

/** Addresses that differ in case alone reach one mailbox nearly everywhere. */
export const normalEmail = (email: string) => email.toLowerCase();

async function referrer(store: Store, code: string): Promise<number> {
  const user = await rows.byReferralCode(store, code.toUpperCase());
  if (user) return user.id;
  throw validationFailed([{ field: "referral_code", message: "belongs to no user: check it, or leave it out" }]);
}

/** Alphabet without letters and digits that are easily confused. */
const CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH = 10;

const newReferralCode = () =>
  Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join("");

/** The caller: users see themselves, administrators everybody. */
type Caller = Pick<User, "id" | "role">;

/** @throws Problem 404 also for a user that the caller may not see */
export async function get(store: Store, caller: Caller, id: number): Promise<User> {
  const user = caller.id === id || caller.role === "admin" ? await rows.byId(store, id) : undefined;
  if (!user) throw notFound("user", id);
  return user;
}

/**
 * Deletes what identifies the user: names, addresses, wallets, sessions, tokens. The row keeps its id, because the ledgers of
 * points and rewards refer to it.
 * @throws Problem 404 also for a user that the caller may not see
 */
export async function remove(store: Store, caller: Caller, id: number, now: Date): Promise<void> {
  const { role } = await get(store, caller, id);
  await sessions.removeOf(store, id);
  await tokens.removeAll(store, id);
  await wallets.removeOf(store, id);
  await envelopes.removeOf(store, id);
  await mails.forgetRecipient(store, id);
  await rows.update(store, id, {
    email: null,
    email_verified_at: null,
    pending_email: null,
    password_hash: null,
    first_name: null,
    last_name: null,
    role: "user",
    referral_code: `deleted-${id}`,
    updated_at: now,
    deleted_at: now,
  });
  // Administrators' own deletions too: the changes that they made stay in the log.
  if (caller.id === id && role !== "admin") return;
  await record(store, { actor: actorOf({ user: caller }), action: "user.delete", subject: `user:${id}`, now });
}

export interface Referrals {
  code: string;
  count: number;
  /** Points that bringing users has earned. */
  points: number;
  page: Page<User>;
  /** Points that each of the page's users has earned; absent: none yet. */
  bonuses: Map<number, number>;
}

export async function referrals(store: Store, user: User, request: PageRequest): Promise<Referrals> {
  const page = await toPage(request, (page) => rows.referredBy(store, user.id, page));
  const newcomers = page.rows.map(({ id }) => id);
  return {
    code: user.referral_code,
    count: await rows.countReferredBy(store, user.id),
    points: await referralPoints(store, user.id),
    page,
    bonuses: await referralBonuses(store, user.id, newcomers),
  };
}

/** Accounts that aren't deleted, newest first, for administrators. */
export function list(store: Store, { email, ...request }: UserFilter & PageRequest): Promise<Page<User>> {
  const beginning = email === undefined ? {} : { email: normalEmail(email) };
  return toPage({ ...request, ...beginning }, (page) => rows.list(store, page));
}
