import type { Spent } from "./fees.ts";

// Texts for merchants: what is wrong with a campaign, a drop, a redemption or a referral, and who can do what about it.

export const merchantBalance =
  "Your balance in the reward pool can't cover the campaign's budget; deposit more or choose a smaller budget.";

export const campaignWindow =
  "The campaign's window is not valid on the ledger: it must end after its start, in the future and within a hundred years.";

export const campaignRefused = (detail: string) =>
  `The ledger refused the campaign (${detail}); ask the operator to check it.`;

export const campaignStep =
  "The campaign's status on the ledger doesn't allow this step; ask the operator to compare it with the service's record.";

export const campaignOver = "By the ledger's clock the campaign has ended, so it can't be extended any more.";

export const campaignHasMore =
  "On the ledger the campaign has a larger budget or a later end already; name at least these.";

export const dropBalance =
  "Your balance in the reward pool can't cover the drop's total; deposit more or make the drop smaller.";

export const dropLimit = (total: string, limit: string, room: string) =>
  `Your daily limit of ${limit} has room for only ${room} now; the drop of ${total} waits until it has room.`;

export const dropAboveLimit = (total: string, limit: string) =>
  `The drop's total, ${total}, is above your daily limit of ${limit}; ask the operator to raise the limit.`;

export const dropWindow =
  "The drop's window is not valid on the ledger: it must end in the future, after it opens, and within 366 days.";

export const dropOpensTooSoon =
  "The drop's creation came too late for its opening time: a drop opens a day after its creation at the earliest. Create it again with a later time.";

export const dropCancelled = "The drop was cancelled on the ledger.";

export const dropNotExpired = "By the ledger's clock the drop has not expired yet; it will be swept once it has.";

export const dropOpened =
  "By the ledger's clock the drop has opened, so it can't be cancelled any more; sweep it after it has expired.";

export const dropNotOpen = "By the ledger's clock the drop has not opened yet; the claim is tried again.";

export const dropExpired = "The drop has expired.";

export const redemptionDeadline = "The redemption's deadline has passed: only a refund is possible.";

export const contractItemChanged =
  "The item was changed on the ledger in the meantime; look at its terms, then send yours again.";

export const contractItemTaken =
  "On the ledger the item's number belongs to another merchant; ask the operator for help.";

export const contractStockChanged =
  "Units of the item were redeemed or given back before its stock could be set; look at the stock, then send yours again.";

export const referralProgramChanged =
  "The referral programme was changed on the ledger in the meantime; look at its terms, then send yours again.";

export const referralTerms =
  "The ledger refused the referral programme's terms: its end must be at most three years away, and the referrer's cap at least the referrer's bonus.";

export const referralSponsor =
  "The sponsor can't change while its funds are in the referral programme; end the programme, and wait until no bonus is pending.";

export const referralSponsored =
  "Bonuses and cap can't rise, nor the clawback window become shorter, while the sponsor's funds are in the referral programme or bonuses are pending, because the sponsor funded other terms. Have the sponsor leave, wait until no bonus is pending (each is claimed, revoked, or expired after 180 days) and no funds are free, then set the new terms.";

export const referralWindow =
  "The referral programme can't end later while the sponsor's funds are in it, or while bonuses are pending after the sponsor left. Have the sponsor leave, wait until no bonus is pending (each is claimed, revoked, or expired after 180 days) and no funds are free, then set the new end.";

export const referralBudget =
  "The referral programme's funds and payments already exceed this budget; choose a higher one.";

export const referralFunds =
  "The referral programme's free funds can't cover the bonuses; they are set aside once its sponsor has funded it.";

export const referralOver = "The referral programme was over before the bonuses could be set aside.";

export const referralCap = "The referrer has reached its cap, and the programme has no bonus for newcomers.";

export const referralNotBound = "The newcomer has no referrer on the ledger.";

export const referralRevokeClosed = "The clawback window has passed: the bonuses can't be revoked any more.";

export const claimLimit = "The pool's daily withdrawal limit is reached; the claim waits until it has room again.";

export const feeBudget = (until: Date, spent: Spent) =>
  spent === "merchant"
    ? `The fees for your transactions have used up today's budget; the transaction is sent after ${until.toISOString()}.`
    : `Merchants that have not paid a reward yet share a smaller budget for fees, and today's is used up; the transaction waits until ${until.toISOString()}, or until your e-mail address is confirmed and your balance was funded.`;

export const pausedCalls = "The operator has paused the contracts; the transaction is sent when they run again.";

export const treasuryShort =
  "The treasury holds fewer tokens than this: mint more to it, or fund the merchant with less.";

export const callRefused = (detail: string) =>
  `The ledger refused the transaction (${detail}); ask the operator to check it.`;

/** Reason if nothing reached the ledger. `cause`: null for an error that only the log may quote. */
export const notSent = (job: string, cause: string | null) =>
  `The service could not send the transaction${cause === null ? " because of an error of its own" : ` (${cause})`}; it is not the ledger that refused it. The operator finds the error in the service's log: "transaction not sent", job ${job}.`;

export const interrupted = "The service was interrupted; it tries the transaction again.";

export const pausedLedger = "The ledger has not answered yet; the transaction is tried again.";

// Texts for users, about transactions that they signed.

export const envelopeFailed = (detail: string) =>
  `The ledger refused the transaction (${detail}); ask for a new one. If that fails too, ask for help.`;

export const envelopeLate = "The ledger did not include the transaction in time; ask for a new one.";

export const envelopeBadAuth =
  "The ledger didn't take the transaction's signatures: the wallet's signers or thresholds may have changed since. Ask for a new one.";

export const overtaken = "Another newcomer's transaction went first, and this one can't follow it; ask for a new one.";

export const noReserves =
  "The service keeps as many reserves for wallets as it can now; it has not signed the transaction.";

export const reservesChanged =
  "The wallet's account or the service has changed since the transaction was built; ask for a new one.";

export const sequenceUsed =
  "The wallet used this transaction's sequence number for another one in the meantime; ask for a new one.";
