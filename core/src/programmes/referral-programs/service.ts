import { fromSeconds, toSeconds } from "../../base/days.ts";
import { notFound, validationFailed } from "../../base/errors.ts";
import { type Page, type PageRequest, toPage } from "../../base/page.ts";
import type { Context } from "../../context/context.ts";
import type { Why } from "../../context/ledger-call.ts";
import { orLedgerUnreadable } from "../../ledger/chain/problems.ts";
import { isIndexed } from "../../ledger/contract-events/store.ts";
import type { Store } from "../../store/db/store.ts";
import { askLedger } from "../../store/jobs/ask-ledger.ts";
import { emitProgram } from "./events.ts";
import { notRevocable, programBusy } from "./problems.ts";
import * as rows from "./store.ts";
import { type Rule, type Terms, termsKey } from "./terms.ts";

export type { Program, Referral } from "./store.ts";

/** The terms that a merchant asks for. */
export interface Wanted extends Omit<Terms, "starts_at">, Rule {
  qualifies_on: NonNullable<Rule["qualifies_on"]>;
  /** Absent: as it is, or now. */
  starts_at?: Date | undefined;
}

/**
 * Has the ledger take the terms, in the caller's commit. Nothing is sent for the terms that it has; only the rule changes then.
 * @throws Problem 409 `referral_program_busy`, 422 `ends_at`
 */
export async function set(store: Store, merchantId: number, wanted: Wanted, now: Date): Promise<rows.OwnProgram> {
  const { program, change } = await own(store, merchantId);
  const starts_at = wanted.starts_at ?? program?.starts_at ?? change?.starts_at ?? fromSeconds(toSeconds(now));
  requireEnd(wanted.ends_at, starts_at, now);
  const terms = { ...wanted, starts_at };
  if (change?.status === "pending") {
    if (isSame(change, terms)) return { program, change };
    throw programBusy();
  }
  if (program && termsKey(program) === termsKey(terms)) {
    await rows.setRule(store, merchantId, wanted, now);
    await rows.removeChange(store, merchantId);
    const changed = await own(store, merchantId);
    await emitProgram(store, "set", merchantId, changed, now);
    return changed;
  }
  const replaces = program ? termsKey(program) : null;
  const started = await rows.startChange(store, { ...terms, merchant_id: merchantId, replaces, updated_at: now });
  if (!started) throw programBusy();
  await askLedger(store, merchantId, { kind: "referral-program", merchant_id: merchantId }, now);
  return { program, change: started };
}

function requireEnd(ends_at: Date, starts_at: Date, now: Date): void {
  const wrong = (message: string) => validationFailed([{ field: "ends_at", message }]);
  if (ends_at <= now) throw wrong("must be in the future");
  if (ends_at <= starts_at) throw wrong(`must be after ${starts_at.toISOString()}, the programme's start`);
}

const isSame = (change: rows.ProgramChange, wanted: Terms & Rule) =>
  termsKey(change) === termsKey(wanted) &&
  change.qualifies_on === wanted.qualifies_on &&
  change.min_spend === wanted.min_spend &&
  change.currency === wanted.currency;

export const own = rows.ownOf;

/** Records that the ledger will not have the terms of the change that is on its way. */
export async function refuse(store: Store, merchantId: number, why: Why): Promise<void> {
  await rows.noteChange(store, merchantId, { ...why, status: "failed" });
  await emitProgram(store, "failed", merchantId, await own(store, merchantId), why.updated_at);
}

/** Records that the ledger has a change's terms. `txHash`: by the service's own transaction. */
export async function confirm(
  store: Store,
  change: rows.ProgramChange,
  { txHash, now }: { txHash: string | null; now: Date },
): Promise<void> {
  const { merchant_id, sponsor, bonus_referrer, bonus_newcomer, referrer_cap, budget, ...rest } = change;
  const { starts_at, ends_at, clawback_seconds } = rest;
  const terms = { sponsor, bonus_referrer, bonus_newcomer, referrer_cap, budget, starts_at, ends_at, clawback_seconds };
  // An event that has been read may have been followed by others, such as the sponsor's leaving.
  const isRead =
    txHash === null
      ? (await rows.programOf(store, merchant_id)) !== undefined
      : await isIndexed(store, "referral", txHash);
  if (!isRead) await rows.saveTerms(store, { ...terms, merchant_id, tx_hash: txHash }, now);
  await rows.setRule(store, merchant_id, change, now);
  await rows.removeChange(store, merchant_id);
}

/** Stroops, as the contract has them now. */
export interface Funds {
  free: bigint;
  pending: bigint;
  paid: bigint;
}

/** Read from the ledger. @throws Problem 503 */
export async function fundsOf({ chain, log }: Pick<Context, "chain" | "log">, merchantId: number): Promise<Funds> {
  const answer = await chain.contracts.referral
    .view("funds", { merchant: BigInt(merchantId) })
    .catch(orLedgerUnreadable(log));
  return answer.value;
}

/** A merchant's programme, which anybody may see. @throws Problem 404 */
export async function program(store: Store, merchantId: number): Promise<rows.Program> {
  const found = await rows.programOf(store, merchantId);
  if (!found) throw notFound("referral programme of merchant", merchantId);
  return found;
}

/** Programmes that the ledger has, newest first. */
export function programs(
  store: Store,
  request: PageRequest & { status?: rows.ProgramStatus | undefined; now: Date },
): Promise<Page<rows.Program>> {
  return toPage(request, (page) => rows.listPrograms(store, page));
}

/** @throws Problem 404 also for somebody else's */
export async function get(store: Store, owner: rows.Owner, id: number): Promise<rows.Referral> {
  const referral = await rows.find(store, owner, id);
  if (!referral) throw notFound("referral", id);
  return referral;
}

/** Newest first. */
export function list(
  store: Store,
  owner: rows.Owner,
  request: PageRequest & rows.Filter,
): Promise<Page<rows.Referral>> {
  return toPage(request, (page) => rows.listOf(store, owner, page));
}

/**
 * Has the ledger take both bonuses back, as long as nobody can claim them; a repeat changes nothing.
 * @throws Problem 404, 409 `referral_not_revocable`
 */
export async function revoke(
  store: Store,
  merchantId: number,
  id: number,
  { reason, now, ledgerTime = now }: { reason: string | undefined; now: Date; ledgerTime?: Date },
): Promise<rows.Referral> {
  const referral = await get(store, { merchant_id: merchantId }, id);
  const { status, next_status, claimable_at } = referral;
  if (status === "revoked" || next_status === "revoked") return referral;
  if (status !== "qualified") throw notRevocable(id, `its status is ${status}`);
  if (claimable_at !== null && claimable_at <= ledgerTime) throw notRevocable(id, "its clawback window has passed");
  const started = await rows.startRevoking(store, id, { ...(reason !== undefined && { reason }), updated_at: now });
  if (!started) throw new Error(`referral ${id} changed while it was read`);
  // A job that is there already does the same.
  await askLedger(store, merchantId, { kind: "referral", referral_id: id, step: "revoke" }, now);
  return started;
}

export interface UserReferrals {
  /** Stroops of the bonuses for the user's proven wallets. */
  bonuses: { pending: bigint; claimable: bigint; paid: bigint };
  wallets: rows.ReferralWallet[];
}

/** Referral bonuses and wallets of a user, for the proven wallets. */
export const ofUser = async (store: Store, userId: number, now: Date): Promise<UserReferrals> => ({
  bonuses: await rows.bonusesOf(store, userId, now),
  wallets: await rows.walletsOfUser(store, userId),
});
