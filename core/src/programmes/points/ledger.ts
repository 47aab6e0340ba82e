import { endOfDay, HOUR_MS, LATEST } from "../../base/days.ts";
import type { Tier } from "../../base/settings/points.ts";
import { NEVER, PLATFORM_PURSE, type PointKind } from "../../store/db/schema/points.ts";
import type { Store } from "../../store/db/store.ts";
import { mature } from "./maturity.ts";
import { post } from "./post.ts";
import { insufficientPoints } from "./problems.ts";
import * as purses from "./purses.ts";
import type { PointTransaction } from "./store.ts";
import * as rows from "./store.ts";
import { addEarned } from "./tiers.ts";

export { balances } from "./balances.ts";

// The only code that adds rows to the ledger of points (with maturity.ts). Each function is part of the caller's commit and
// does its work once: a cause that the user's ledger has already changes nothing.

/** Most points in one row, so that balances stay far below what a JSON number holds exactly. */
export const MAX_POINTS = 1_000_000_000;

export interface Credit {
  userId: number;
  /** Null: the platform's points. */
  merchantId: number | null;
  kind: PointKind;
  points: number;
  cause: string;
  reason?: string | null;
  /** Time until which they are pending; absent: spendable at once. */
  availableAt?: Date;
  /** Valid to the end of that UTC day; absent: for ever. Must lie behind `now` and `availableAt`. */
  expiresAt?: Date | null;
  /** Tiers to which the merchant's points lead. */
  tiers: readonly Tier[];
  now: Date;
}

/** Kinds that don't count towards a tier: refunds and corrections. */
const NOT_EARNED: readonly PointKind[] = ["refund", "adjustment"];

/** Adds points; null if the user's ledger has the cause already. */
export async function credit(store: Store, input: Credit): Promise<PointTransaction | null> {
  const { userId, merchantId, kind, cause, now } = input;
  const purse = purseOf(userId, merchantId);
  const { points } = input;
  checkPoints(points);
  const availableAt = input.availableAt && input.availableAt > now ? input.availableAt : now;
  const expiresAt = input.expiresAt ? endOfDay(input.expiresAt) : null;
  if (expiresAt && expiresAt <= availableAt) throw new RangeError("points can't expire before they can be spent");
  const row = await post(store, {
    ...blank(now),
    user_id: userId,
    merchant_id: merchantId,
    kind,
    points,
    cause,
    reason: input.reason ?? null,
    available_at: availableAt,
    expires_at: expiresAt,
  });
  if (!row) return null;
  const lot = { points, expires_at: expiresAt ?? NEVER };
  if (availableAt > now) {
    await purses.add(store, purse, { balance: points, lifetime: 0 });
    await rows.insertPending(store, { ...purse, ...lot, transaction_id: row.id, available_at: availableAt });
    return row;
  }
  if (NOT_EARNED.includes(kind)) await purses.add(store, purse, { balance: points, lifetime: 0 });
  else await addEarned(store, purse, { balance: points, lifetime: points }, input);
  await purses.addLot(store, purse, lot);
  return row;
}

export interface Debit {
  userId: number;
  /** Null: only the platform's points. */
  merchantId: number | null;
  /** The platform's points pay for what the merchant's don't. */
  withPlatform: boolean;
  kind: PointKind;
  points: number;
  cause: string;
  reason?: string | null;
  /** Tiers as in a credit: points that are due become spendable first. */
  tiers: readonly Tier[];
  now: Date;
}

/** Second row of a debit that takes points of the merchant and of the platform. */
const platformPart = (cause: string) => `${cause}/platform`;

/**
 * Takes points, those that expire first: the merchant's, then (`withPlatform`) the platform's.
 * @returns its rows, one per purse; those of the first time if the cause is there already
 * @throws Problem 409 `insufficient_points`, with nothing changed
 */
export async function debit(store: Store, input: Debit): Promise<PointTransaction[]> {
  const { userId, merchantId, points, cause, now } = input;
  checkPoints(points);
  const known = await debitRows(store, userId, cause);
  if (known.length > 0) return known;
  await mature(store, userId, input);
  const owners = input.withPlatform && merchantId !== null ? [merchantId, null] : [merchantId];
  const parts: { merchantId: number | null; lots: purses.Lot[] }[] = [];
  let missing = points;
  for (const owner of owners) {
    const lots = purses.pick(await purses.spendable(store, purseOf(userId, owner), now), missing);
    missing -= purses.totalOf(lots);
    if (lots.length > 0) parts.push({ merchantId: owner, lots });
  }
  if (missing > 0) {
    const unusable = owners.includes(null) ? [] : await purses.spendable(store, purseOf(userId, null), now);
    throw insufficientPoints(points - missing, points, purses.totalOf(unusable));
  }
  const posted: PointTransaction[] = [];
  for (const [index, part] of parts.entries()) {
    posted.push(await postDebit(store, { ...input, ...part, cause: index === 0 ? cause : platformPart(cause) }));
  }
  return posted;
}

async function postDebit(store: Store, { userId, merchantId, lots, ...input }: Debit & { lots: purses.Lot[] }) {
  const purse = purseOf(userId, merchantId);
  const points = purses.totalOf(lots);
  const row = await post(store, {
    ...blank(input.now),
    user_id: userId,
    merchant_id: merchantId,
    kind: input.kind,
    points: -points,
    cause: input.cause,
    reason: input.reason ?? null,
  });
  // Commits come one after the other, so a row with the cause would have been found above.
  if (!row) throw new Error(`the cause ${input.cause} of user ${userId} appeared within a commit`);
  for (const lot of lots) {
    await purses.takeLot(store, purse, lot);
    await rows.insertUse(store, row.id, lot);
  }
  await purses.take(store, purse, points);
  return row;
}

async function debitRows(store: Store, userId: number, cause: string): Promise<PointTransaction[]> {
  const found = [await rows.byCause(store, userId, cause), await rows.byCause(store, userId, platformPart(cause))];
  return found.filter((row) => row !== undefined);
}

/**
 * Gives a debit's points back. Time didn't run for them while they were spent: each part expires later by the whole hours that it
 * was away.
 * @returns its rows; none if the debit was given back before
 */
export async function refund(
  store: Store,
  { userId, cause, refundCause, now }: { userId: number; cause: string; refundCause: string; now: Date },
): Promise<PointTransaction[]> {
  const debits = await debitRows(store, userId, cause);
  if (debits.length === 0) throw new Error(`user ${userId} has no debit ${cause}`);
  const posted: PointTransaction[] = [];
  for (const [index, spent] of debits.entries()) {
    const row = await post(store, {
      ...blank(now),
      user_id: userId,
      merchant_id: spent.merchant_id,
      kind: "refund",
      points: -spent.points,
      cause: index === 0 ? refundCause : platformPart(refundCause),
      reverses: spent.id,
    });
    if (!row) continue;
    const purse = purseOf(userId, spent.merchant_id);
    const away = now.getTime() - spent.created_at.getTime();
    await purses.add(store, purse, { balance: row.points, lifetime: 0 });
    for (const lot of await rows.usesOf(store, spent.id)) {
      await purses.addLot(store, purse, { points: lot.points, expires_at: later(lot.expires_at, away, now) });
    }
    posted.push(row);
  }
  return posted;
}

/** Takes a pending credit back; null if it isn't pending: then its points may be spent already. */
export async function cancel(
  store: Store,
  { userId, cause, cancelCause, now }: { userId: number; cause: string; cancelCause: string; now: Date },
): Promise<PointTransaction | null> {
  const credited = await rows.byCause(store, userId, cause);
  if (!credited || !(await rows.takePending(store, credited.id, now))) return null;
  const row = await post(store, {
    ...blank(now),
    user_id: userId,
    merchant_id: credited.merchant_id,
    kind: "cancellation",
    points: -credited.points,
    cause: cancelCause,
    reverses: credited.id,
  });
  if (!row) throw new Error(`the cause ${cancelCause} of user ${userId} belongs to another entry`);
  await purses.take(store, purseOf(userId, credited.merchant_id), credited.points);
  return row;
}

const purseOf = (userId: number, merchantId: number | null): purses.Purse => ({
  user_id: userId,
  purse: merchantId ?? PLATFORM_PURSE,
});

const blank = (now: Date) => ({ reason: null, reverses: null, available_at: now, expires_at: null, created_at: now });

function checkPoints(points: number): void {
  if (Number.isSafeInteger(points) && points > 0 && points <= MAX_POINTS) return;
  throw new RangeError(`points must be a whole number from 1 to ${MAX_POINTS}, not ${points}`);
}

/** Never rounded up: whoever spends and cancels often would gain time. Whole hours, so that a purse has few lots. */
function later(expiresAt: Date, byMs: number, now: Date): Date {
  if (expiresAt.getTime() === NEVER.getTime()) return NEVER;
  const time = expiresAt.getTime() + byMs;
  const inHours = time - (byMs % HOUR_MS);
  // Less than an hour was left, of which nothing is lost.
  return new Date(Math.min(inHours > now.getTime() ? inHours : time, LATEST.getTime()));
}
