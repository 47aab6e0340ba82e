import { secondsToNextDay, startOfDay } from "../../base/days.ts";
import type { Context, UnitContext } from "../../context/context.ts";
import { type AccountFacts, BASE_RESERVE } from "../../ledger/chain/accounts.ts";
import { orLedgerUnreadable } from "../../ledger/chain/problems.ts";
import * as rows from "../../ledger/sending/daily-counts.ts";
import type { Store } from "../../store/db/store.ts";
import { merchantOf } from "../rewards/held.ts";
import { dailyReserves, NO_MORE_RESERVES, reservesExhausted, tooManyReserves } from "./problems.ts";

// The fee account keeps reserves for wallets that can't (agreements/envelopes/trustline.ts). The XLM can't be taken from it, but as long as
// a wallet can't carry its reserves, it is locked; of an account that nobody uses, for ever. So there are bounds. Those of a day are counted
// here; what is locked at any time is read from the ledger, which a database that was turned back can't change.

/** How often the service takes on reserves of one wallet, and of one user's, in a day. Some of these may fail, and are tried again. */
const TIMES_A_DAY = 3;

export interface Newcomer {
  userId: number;
  wallet: string;
  /** Stroops of XLM. */
  reserve: bigint;
}

/** The counts that a newcomer adds to, each with its bound and, as callers are told, for whom it is. The last one is that of all wallets. */
async function countsFor({ settings }: UnitContext, store: Store, { userId, wallet, reserve }: Newcomer) {
  const { daily, dailyPerMerchant } = settings.reserves;
  const merchant = await merchantOf(store, wallet);
  return [
    { subject: `reserves:user:${userId}`, by: 1, most: TIMES_A_DAY, of: "this user" },
    { subject: `reserves:wallet:${wallet}`, by: 1, most: TIMES_A_DAY, of: "this wallet" },
    {
      subject: `reserves:merchant:${merchant ?? "none"}`,
      by: Number(reserve),
      most: Number(dailyPerMerchant),
      of: merchant === undefined ? "wallets for which no reward waits" : "the merchant's customers",
    },
    { subject: "reserves", by: Number(reserve), most: Number(daily), of: "wallets" },
  ];
}

/** Why the service can't keep this reserve now, for the wallet's owner; "" if it keeps none at all, null if it can. @throws Problem 503 */
export async function refusalOf(context: Context, newcomer: Newcomer): Promise<string | null> {
  const { settings, chain, db, clock, log } = context;
  if (settings.reserves.budget === 0n) return "";
  const account = await chain.account(chain.manifest.accounts.fee).catch(orLedgerUnreadable(log));
  if (!hasRoom(context, account, newcomer.reserve)) return NO_MORE_RESERVES;
  const day = startOfDay(clock.now());
  return db.read(async (store) => {
    for (const { subject, by, most, of } of await countsFor(context, store, newcomer)) {
      if ((await rows.countOf(store, day, subject)) + by > most) return dailyReserves(of);
    }
    return null;
  });
}

/** True if the fee account can lock so many stroops: within the budget, and so that it can still pay fees. */
export function hasRoom({ settings }: Pick<Context, "settings">, account: AccountFacts | undefined, more: bigint) {
  if (!account) return false;
  const isInBudget = account.sponsoring * BASE_RESERVE + more <= settings.reserves.budget;
  return isInBudget && account.spendable - more >= settings.worker.lowBalance;
}

/**
 * Takes on the reserve of a newcomer, in the commit that accepts its envelope. A refusal of the last step (`hasRoom`) or of the ledger gives
 * nothing back: what one day costs is bounded by what was accepted.
 * @throws Problem 429 `too_many_envelopes`, 503 `fees_exhausted`, which has to undo the commit
 */
export async function takeOn(context: UnitContext, store: Store, newcomer: Newcomer): Promise<void> {
  const { clock, log, metrics } = context;
  const now = clock.now();
  const day = startOfDay(now);
  const retryAfterSeconds = secondsToNextDay(now);
  for (const { subject, by, most, of } of await countsFor(context, store, newcomer)) {
    if ((await rows.add(store, day, subject, by)) <= most) continue;
    if (subject !== "reserves") throw tooManyReserves(of, retryAfterSeconds);
    metrics.rateLimited.inc({ policy: "sponsored" });
    log.warn({ SPONSORED_RESERVES_DAILY_XLM: most / 1e7 }, "today's reserves for wallets are used up");
    throw reservesExhausted(retryAfterSeconds);
  }
}
