import type { RewardAsset } from "../../ledger/chain/trustlines.ts";
import type { Spent } from "../../ledger/sending/fees.ts";

// Texts for merchants: why a reward waits or failed, and who can do what about it.

const nameOf = (asset: RewardAsset) => `${asset.code}:${asset.issuer}`;

/** Words for a wallet without a trustline. */
const lacks = (asset: RewardAsset, hasAccount: boolean) =>
  hasAccount
    ? `The wallet has no trustline to ${nameOf(asset)}`
    : `The wallet has no account on the ledger, and so no trustline to ${nameOf(asset)}`;

export const noTrustline = (asset: RewardAsset, hasAccount = true) =>
  `${lacks(asset, hasAccount)}; ask its owner to ${hasAccount ? "add one" : "create the account with some XLM, and then add one"}.`;

export const heldForTrustline = (asset: RewardAsset, until: Date, hasAccount = true) =>
  `${lacks(asset, hasAccount)}; the reward waits for one until ${until.toISOString()}.`;

export const noTrustlineInTime = (asset: RewardAsset, until: Date) =>
  `The wallet had no trustline to ${nameOf(asset)} by ${until.toISOString()}; ask its owner to add one, and issue the reward again.`;

export const notAuthorized = (asset: RewardAsset) =>
  `The wallet's trustline to ${nameOf(asset)} is frozen; the asset's issuer has to authorize it.`;

export const lineFull = (asset: RewardAsset) =>
  `The wallet's trustline to ${nameOf(asset)} has no room for the amount; ask its owner to raise the limit.`;

export const walletCap = "The wallet has reached the campaign's cap per wallet.";

export const refusedRecipient =
  "This address belongs to the rewards system and can't receive rewards; use the customer's own wallet.";

export const transferRefused = "The transfer was refused on the wallet's side; check that the wallet still exists.";

export const limitReached = (roomAt: Date, limit: string, room: string) =>
  `The pool's daily withdrawal limit of ${limit} has room for only ${room} now; the reward waits until it has room, expected at ${roomAt.toISOString()}.`;

export const aboveLimit = (amount: string, limit: string) =>
  `The amount, ${amount}, is above the pool's daily withdrawal limit of ${limit}; lower it, or ask the operator to raise the limit.`;

export const outsideWindow = "By the ledger's clock, the campaign has not started or is over.";

export const budgetShort = (left: string) => `The campaign has only ${left} left, which is less than this reward.`;

export const tooSmall = (minimum: string) => `The minimum reward is ${minimum}; raise the amount.`;

export const paused = "Payouts are paused by the operator; the reward is paid when they resume.";

export const budgetOnLedger =
  "The campaign's budget on the ledger can't cover the reward; ask the operator to check it.";

export const poolUnfunded = "The reward pool is frozen or short of funds; ask the operator to check it.";

export const notActiveOnLedger = "The campaign is not active on the ledger; only an active campaign pays rewards.";

export const ledgerUnreachable = "The ledger can't be reached at the moment; the reward is tried again.";

export const interrupted = "The service was interrupted; it tries the reward again.";

export const notIncluded = "The ledger did not include the transaction in time; the reward is tried again.";

export const callFailed = (detail: string) =>
  `The payment failed on the ledger (${detail}); ask the operator to check it.`;

export const campaignExpired = (endsAt: Date) => `The campaign ended at ${endsAt.toISOString()}.`;

export const notStarted = (startsAt: Date) =>
  `The campaign starts at ${startsAt.toISOString()}; the reward waits until then.`;

export const campaignPending = "The campaign is not confirmed on the ledger yet; the reward waits for it.";

export const campaignDraft = "The campaign is a draft; it pays this reward once it is open.";

export const campaignNotActive = (status: string) =>
  `The campaign has the status ${status}; only an active campaign pays rewards.`;

export const notSetUp =
  "The service can't pay on the ledger at the moment; the reward is paid once the operator has fixed this.";

export const numbersUsed =
  "The campaign has had more rewards than the ledger can tell apart in this time; the reward waits for the next 15 days' period. Issue new ones from another campaign.";

export const tooDear =
  "The payment would cost more in fees than the operator allows; the reward waits until the operator raises the limit.";

export const feeBudget = (until: Date, spent: Spent) =>
  spent === "merchant"
    ? `The fees for your rewards have used up today's budget; the reward waits until ${until.toISOString()}.`
    : `Merchants that have not paid a reward yet share a smaller budget for fees, and today's is used up; the reward waits until ${until.toISOString()}, or until your e-mail address is confirmed and your balance was funded.`;

export const foundOnLedger =
  "The service found the payment on the ledger, after its records had been restored from an older copy.";

export const recordsRebuilt = "The service is completing its records from the ledger; the reward is paid after that.";
