import { and, asc, type Column, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { PageRequest } from "../../base/page.ts";
import { isGiven, least } from "../../store/db/dialect.ts";
import { newest } from "../../store/db/newest.ts";
import {
  type BonusStatus,
  type ReferralStatus,
  referralProgramChanges,
  referralPrograms,
  referrals,
  referralWallets,
} from "../../store/db/schema/referrals.ts";
import { userWallets } from "../../store/db/schema/users.ts";
import { prepared, type Store, union } from "../../store/db/store.ts";
import type { Rule, Terms } from "./terms.ts";

export type Program = typeof referralPrograms.$inferSelect;
export type ProgramChange = typeof referralProgramChanges.$inferSelect;
export type ReferralWallet = typeof referralWallets.$inferSelect;
export type Referral = typeof referrals.$inferSelect;

// Programmes.

const selectProgram = prepared((store) =>
  store.select().from(referralPrograms).where(isGiven(referralPrograms.merchant_id)).prepare(),
);

export async function programOf(store: Store, merchantId: number): Promise<Program | undefined> {
  return selectProgram(store).get({ merchant_id: merchantId });
}

export const programStatuses = ["scheduled", "running", "over"] as const;
export type ProgramStatus = (typeof programStatuses)[number];

/** Newest first, ids below `before`; with a status, those that have it at `now`. */
export async function listPrograms(
  store: Store,
  { status, now, ...page }: { status?: ProgramStatus | undefined; now: Date } & PageRequest,
): Promise<Program[]> {
  const { starts_at, ends_at } = referralPrograms;
  const having: Record<ProgramStatus, SQL | undefined> = {
    scheduled: and(gt(starts_at, now), gt(ends_at, now)),
    running: and(lte(starts_at, now), gt(ends_at, now)),
    over: lte(ends_at, now),
  };
  return newest(store, referralPrograms, page, {}, status && having[status]);
}

type LedgerTerms = Terms & { merchant_id: number; tx_hash: string | null };

/** Stores terms that the ledger has; its rule stays. */
export async function saveTerms(store: Store, terms: LedgerTerms, at: Date): Promise<void> {
  const { created_at, merchant_id: target } = referralPrograms;
  // Its first terms may be read later, if they are of a gap.
  const set = { ...terms, created_at: least(created_at, at.getTime()), updated_at: at };
  await store
    .insert(referralPrograms)
    .values({ ...terms, created_at: at, updated_at: at })
    .onConflictDoUpdate({ target, set });
}

export async function setRule(store: Store, merchantId: number, rule: Rule, now: Date): Promise<void> {
  const { qualifies_on, min_spend, currency } = rule;
  await store
    .update(referralPrograms)
    .set({ qualifies_on, min_spend, currency, updated_at: now })
    .where(eq(referralPrograms.merchant_id, merchantId));
}

/** Ends the programme at `at`. False if it ended before. */
export async function endProgram(store: Store, merchantId: number, at: Date): Promise<boolean> {
  const { changes } = await store
    .update(referralPrograms)
    .set({ ends_at: at, updated_at: at })
    .where(and(eq(referralPrograms.merchant_id, merchantId), gt(referralPrograms.ends_at, at)));
  return changes > 0;
}

export async function changeOf(store: Store, merchantId: number): Promise<ProgramChange | undefined> {
  return store.select().from(referralProgramChanges).where(eq(referralProgramChanges.merchant_id, merchantId)).get();
}

/** A merchant's programme: as the ledger has it, and the terms that are on their way, or that the ledger refused. */
export interface OwnProgram {
  program: Program | undefined;
  change: ProgramChange | undefined;
}

export const ownOf = async (store: Store, merchantId: number): Promise<OwnProgram> => ({
  program: await programOf(store, merchantId),
  change: await changeOf(store, merchantId),
});

/** Starts a change; undefined if another one is on its way. */
export async function startChange(
  store: Store,
  row: Omit<ProgramChange, "status" | "error_message" | "created_at"> & { updated_at: Date },
): Promise<ProgramChange | undefined> {
  const change = { ...row, status: "pending" as const, error_message: null, created_at: row.updated_at };
  return store
    .insert(referralProgramChanges)
    .values(change)
    .onConflictDoUpdate({
      target: referralProgramChanges.merchant_id,
      set: change,
      setWhere: eq(referralProgramChanges.status, "failed"),
    })
    .returning()
    .get();
}

export async function noteChange(
  store: Store,
  merchantId: number,
  change: Pick<ProgramChange, "error_message" | "updated_at"> & { status?: "failed" },
): Promise<void> {
  await store.update(referralProgramChanges).set(change).where(eq(referralProgramChanges.merchant_id, merchantId));
}

export async function removeChange(store: Store, merchantId: number): Promise<void> {
  await store.delete(referralProgramChanges).where(eq(referralProgramChanges.merchant_id, merchantId));
}

// Wallets.

const selectWallet = prepared((store) =>
  store.select().from(referralWallets).where(isGiven(referralWallets.address)).prepare(),
);

export async function walletOf(store: Store, address: string): Promise<ReferralWallet | undefined> {
  return selectWallet(store).get({ address });
}

/** Adds what the ledger says about a wallet. */
export async function saveWallet(
  store: Store,
  address: string,
  change: Pick<ReferralWallet, "enrolled_at"> | Pick<ReferralWallet, "referrer" | "bound_at">,
): Promise<ReferralWallet> {
  return store
    .insert(referralWallets)
    .values({ address, ...change })
    .onConflictDoUpdate({ target: referralWallets.address, set: change })
    .returning()
    .get();
}

/** The proven wallets of a user, each with what it did in the contract, oldest binding first. */
export async function walletsOfUser(store: Store, userId: number): Promise<ReferralWallet[]> {
  return store
    .select({
      address: userWallets.address,
      enrolled_at: referralWallets.enrolled_at,
      referrer: referralWallets.referrer,
      bound_at: referralWallets.bound_at,
    })
    .from(userWallets)
    .leftJoin(referralWallets, eq(referralWallets.address, userWallets.address))
    .where(and(eq(userWallets.user_id, userId), isNotNull(userWallets.proven_at)))
    .orderBy(asc(referralWallets.bound_at), asc(userWallets.address));
}

// Referrals.

export async function byId(store: Store, id: number): Promise<Referral | undefined> {
  return store.select().from(referrals).where(eq(referrals.id, id)).get();
}

/** True if the programme has a referral of this wallet, or of this user. */
export async function isKnown(
  store: Store,
  merchantId: number,
  { wallet, userId }: { wallet: string; userId: number | null },
): Promise<boolean> {
  const same = userId === null ? undefined : eq(referrals.user_id, userId);
  const row = await store
    .select({ id: referrals.id })
    .from(referrals)
    .where(and(eq(referrals.merchant_id, merchantId), or(eq(referrals.newcomer, wallet), same)))
    .limit(1)
    .get();
  return row !== undefined;
}

type NewReferral = Pick<Referral, "merchant_id" | "newcomer" | "referrer" | "user_id" | "cause"> & { now: Date };

/** Inserts a referral; undefined if the programme has one of this newcomer. */
export async function insertQualifying(store: Store, { now, ...row }: NewReferral): Promise<Referral | undefined> {
  return store
    .insert(referrals)
    .values({ ...row, status: "qualifying", created_at: now, updated_at: now })
    .onConflictDoNothing()
    .returning()
    .get();
}

type Qualified = Pick<
  typeof referrals.$inferInsert,
  "merchant_id" | "newcomer" | "referrer" | "tx_hash" | "claimable_at" | "expires_at"
> & { bonus_newcomer: bigint; bonus_referrer: bigint; at: Date };

/** Records that the ledger set the bonuses aside. Undefined if it is known. */
export async function saveQualified(store: Store, { at, ...row }: Qualified): Promise<Referral | undefined> {
  const change = {
    ...row,
    status: "qualified" as const,
    error_message: null,
    newcomer_status: row.bonus_newcomer > 0n ? ("pending" as const) : null,
    referrer_status: row.bonus_referrer > 0n ? ("pending" as const) : null,
    updated_at: at,
  };
  return store
    .insert(referrals)
    .values({ ...change, created_at: at })
    .onConflictDoUpdate({
      target: [referrals.newcomer, referrals.merchant_id],
      set: change,
      setWhere: inArray(referrals.status, ["qualifying", "failed"]),
    })
    .returning()
    .get();
}

export interface Ended {
  merchant_id: number;
  newcomer: string;
  to: Exclude<BonusStatus, "pending">;
  tx_hash: string;
  at: Date;
}

/** Records that the ledger ended pending bonuses of these sides of a reward. Undefined if none was pending. */
export async function endBonuses(
  store: Store,
  { merchant_id, newcomer, to, tx_hash, at }: Ended,
  sides: readonly ("newcomer" | "referrer")[],
): Promise<Referral | undefined> {
  const which = and(eq(referrals.merchant_id, merchant_id), eq(referrals.newcomer, newcomer));
  const revoked = to === "revoked" ? { status: to, next_status: null, error_message: null } : {};
  let ended: Referral | undefined;
  for (const side of sides) {
    const isPending = eq(side === "newcomer" ? referrals.newcomer_status : referrals.referrer_status, "pending");
    const change = { ...revoked, [`${side}_status`]: to, [`${side}_tx_hash`]: tx_hash, updated_at: at };
    ended = (await store.update(referrals).set(change).where(and(which, isPending)).returning().get()) ?? ended;
  }
  return ended;
}

/** Starts to revoke a referral; undefined if it isn't qualified, or is on its way to be revoked already. */
export async function startRevoking(
  store: Store,
  id: number,
  change: { reason?: string; updated_at: Date },
): Promise<Referral | undefined> {
  const isFree = and(eq(referrals.status, "qualified"), isNull(referrals.next_status));
  return store
    .update(referrals)
    .set({ ...change, next_status: "revoked", error_message: null })
    .where(and(eq(referrals.id, id), isFree))
    .returning()
    .get();
}

/** Notes a step that is on its way; undefined if the referral has another status meanwhile. */
export async function note(
  store: Store,
  id: number,
  from: ReferralStatus,
  change: Partial<Pick<Referral, "status" | "next_status" | "error_message">> & { updated_at: Date },
): Promise<Referral | undefined> {
  return store
    .update(referrals)
    .set(change)
    .where(and(eq(referrals.id, id), eq(referrals.status, from)))
    .returning()
    .get();
}

/** Ids of the referrals that wait to qualify in a programme, oldest first. */
export async function qualifyingIn(store: Store, merchantId: number): Promise<number[]> {
  const found = await store
    .select({ id: referrals.id })
    .from(referrals)
    .where(and(eq(referrals.merchant_id, merchantId), eq(referrals.status, "qualifying")))
    .orderBy(asc(referrals.id));
  return found.map(({ id }) => id);
}

/** Owner of referrals: the merchant of the programme, or a user with a proven wallet on either side. */
export type Owner = { merchant_id: number } | { user_id: number };

export interface Filter {
  status?: ReferralStatus | undefined;
  newcomer?: string | undefined;
  referrer?: string | undefined;
}

const provenWallets = (store: Store, userId: number) =>
  store
    .select({ address: userWallets.address })
    .from(userWallets)
    .where(and(eq(userWallets.user_id, userId), isNotNull(userWallets.proven_at)));

function ownedBy(store: Store, owner: Owner): SQL | undefined {
  if ("merchant_id" in owner) return eq(referrals.merchant_id, owner.merchant_id);
  const own = provenWallets(store, owner.user_id);
  const on = (side: Column) => store.select({ id: referrals.id }).from(referrals).where(inArray(side, own));
  // With `or`, the newest referrals of all users would be read until enough of them are this one's.
  return inArray(referrals.id, union(on(referrals.newcomer), on(referrals.referrer)));
}

/** A referral of this owner; another owner's is treated as missing. */
export async function find(store: Store, owner: Owner, id: number): Promise<Referral | undefined> {
  return store
    .select()
    .from(referrals)
    .where(and(eq(referrals.id, id), ownedBy(store, owner)))
    .get();
}

/** Newest first, ids below `before`. */
export const listOf = (
  store: Store,
  owner: Owner,
  { status, newcomer, referrer, ...page }: Filter & PageRequest,
): Promise<Referral[]> => newest(store, referrals, page, { status, newcomer, referrer }, ownedBy(store, owner));

/** Stroops by what became of them, of the bonuses for a user's proven wallets; `claimable`: pending and not too late. */
export async function bonusesOf(
  store: Store,
  userId: number,
  now: Date,
): Promise<{ pending: bigint; claimable: bigint; paid: bigint }> {
  const own = provenWallets(store, userId);
  const sums = { pending: 0n, claimable: 0n, paid: 0n };
  for (const side of ["newcomer", "referrer"] as const) {
    const [wallet, amount, status] =
      side === "newcomer"
        ? [referrals.newcomer, referrals.bonus_newcomer, referrals.newcomer_status]
        : [referrals.referrer, referrals.bonus_referrer, referrals.referrer_status];
    const at = now.getTime();
    const sum = (condition: SQL) =>
      sql<bigint>`coalesce(sum(case when ${condition} then ${amount} else 0 end), 0)`.mapWith(BigInt);
    const row = await store
      .select({
        pending: sum(sql`${status} = 'pending' and ${referrals.claimable_at} > ${at}`),
        claimable: sum(
          sql`${status} = 'pending' and ${referrals.claimable_at} <= ${at} and ${referrals.expires_at} > ${at}`,
        ),
        paid: sum(sql`${status} = 'paid'`),
      })
      .from(referrals)
      .where(inArray(wallet, own))
      .get();
    sums.pending += row?.pending ?? 0n;
    sums.claimable += row?.claimable ?? 0n;
    sums.paid += row?.paid ?? 0n;
  }
  return sums;
}
