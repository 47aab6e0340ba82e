import { randomUUID } from "node:crypto";
import { DAY_MS, endOfDay, LATEST } from "../../base/days.ts";
import { notFound, validationFailed } from "../../base/errors.ts";
import { type Page, toPage } from "../../base/page.ts";
import type { Tier } from "../../base/settings/points.ts";
import * as merchants from "../../parties/merchants/store.ts";
import * as users from "../../parties/users/store.ts";
import { ownerOf } from "../../parties/wallets/store.ts";
import { record } from "../../store/audit/audit.ts";
import type { Store } from "../../store/db/store.ts";
import { type Balance, balances, type Expiring, expiring } from "./balances.ts";
import * as ledger from "./ledger.ts";
import { referenceReused } from "./problems.ts";
import { type Recipient, recipientOf } from "./recipient.ts";
import type { Owner, PointTransaction } from "./store.ts";
import * as rows from "./store.ts";
import { type Standing, standingOf } from "./tiers.ts";

export interface Account extends Balance {
  /** Null: the platform's points. */
  merchant_name: string | null;
  /** Tier with the merchant; null for the platform's points, which no tier multiplies. */
  standing: Standing | null;
  /** Points that expire within the next 30 days, the earliest first. */
  expiring: Expiring[];
}

const SOON_MS = 30 * DAY_MS;

/** Everything that a user has, the platform's points first. */
export async function accounts(
  store: Store,
  userId: number,
  { tiers, now }: { tiers: readonly Tier[]; now: Date },
): Promise<Account[]> {
  const held = await balances(store, userId, now);
  const soon = await expiring(store, userId, { now, until: new Date(now.getTime() + SOON_MS) });
  const names = await merchants.namesOf(
    store,
    held.map(({ merchant_id }) => merchant_id).filter((id) => id !== null),
  );
  return held.map((balance) => ({
    ...balance,
    merchant_name: balance.merchant_id === null ? null : (names.get(balance.merchant_id) ?? null),
    standing: balance.merchant_id === null ? null : standingOf(tiers, balance.lifetime),
    expiring: soon.filter(({ merchant_id }) => merchant_id === balance.merchant_id),
  }));
}

/** Balances of the wallet's user. A wallet that nobody has linked has no points, so that nobody learns whether it has an account. */
export async function ofWallet(store: Store, address: string, now: Date): Promise<Balance[]> {
  const userId = await ownerOf(store, address);
  return userId === undefined ? [] : balances(store, userId, now);
}

/** Rows of the ledger, newest first: a user's, or those of a merchant's points. */
export function history(store: Store, owner: Owner, request: rows.PointsPage): Promise<Page<PointTransaction>> {
  return toPage(request, (page) => rows.listOf(store, owner, page));
}

export interface NewAward extends Recipient {
  points: number;
  reason: string | null;
  /** An award of the merchant has it once, for ever; absent: each call is an award of its own. */
  reference: string | null;
  available_at: Date | null;
  expires_at: Date | null;
}

/**
 * Gives a merchant's points to a user. The same reference again changes nothing and returns the first award; for another user it is
 * refused.
 * @throws Problem 409 `reference_reused`, 422
 */
export async function award(
  store: Store,
  merchantId: number,
  input: NewAward,
  { tiers, now }: Terms,
): Promise<{ row: PointTransaction; created: boolean }> {
  const userId = await recipientOf(store, input);
  const { points, reason, reference, available_at: availableAt, expires_at: expiresAt } = input;
  if (expiresAt && expiresAt <= (availableAt && availableAt > now ? availableAt : now)) {
    throw validationFailed([{ field: "expires_at", message: "must be in the future, and later than available_at" }]);
  }
  // Answers show the end of its day, and RFC 3339 has years of four digits.
  if (expiresAt && endOfDay(expiresAt) > LATEST) {
    const message = "must be at most 9999-12-31T00:00:00Z; leave it out for points that never expire";
    throw validationFailed([{ field: "expires_at", message }]);
  }
  const cause = `award:${merchantId}:${reference ?? randomUUID()}`;
  // Commits come one after the other, so no award has the cause that isn't found here.
  const known = (await rows.byCause(store, userId, cause)) ?? (await rows.awardBy(store, cause));
  if (known) {
    const isSame = known.user_id === userId && known.points === points && known.reason === reason;
    if (!isSame) throw referenceReused(reference ?? "");
    return { row: known, created: false };
  }
  const granted = { userId, merchantId, kind: "award" as const, points, cause, reason, expiresAt, tiers, now };
  const row = await ledger.credit(store, { ...granted, ...(availableAt && { availableAt }) });
  if (!row) throw new Error(`the cause ${cause} of user ${userId} appeared within a commit`);
  return { row, created: true };
}

/** Facts that every change of points depends on. */
export interface Terms {
  tiers: readonly Tier[];
  now: Date;
}

export interface Adjustment {
  userId: number;
  /** Null: the platform's points. */
  merchantId: number | null;
  /** A negative number takes points away. */
  points: number;
  reason: string;
  /** Actor in the audit log. */
  actor: string;
}

/** An administrator's correction. @throws Problem 404, 409 `insufficient_points`, 422 for an unknown merchant */
export async function adjust(
  store: Store,
  { userId, merchantId, points, reason, actor }: Adjustment,
  { tiers, now }: Terms,
): Promise<PointTransaction> {
  if (!(await users.byId(store, userId))) throw notFound("user", userId);
  if (merchantId !== null && !(await merchants.byId(store, merchantId))) {
    throw validationFailed([{ field: "merchant_id", message: "must be the id of a merchant" }]);
  }
  const cause = `adjustment:${randomUUID()}`;
  const change = {
    userId,
    merchantId,
    kind: "adjustment" as const,
    points: Math.abs(points),
    cause,
    reason,
    tiers,
    now,
  };
  const [row] =
    points > 0 ? [await ledger.credit(store, change)] : await ledger.debit(store, { ...change, withPlatform: false });
  if (!row) throw new Error(`the cause ${cause} exists already`);
  const detail = { points, merchant_id: merchantId, reason, transaction_id: row.id };
  await record(store, { actor, action: "points.adjust", subject: `user:${userId}`, detail, now });
  return row;
}
