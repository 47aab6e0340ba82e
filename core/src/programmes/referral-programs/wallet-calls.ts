import type { WalletCalls } from "../../context/contract.ts";
import { contractErrorName, contractErrors } from "../../ledger/chain/contract-errors.ts";

// Calls that referrers, newcomers and sponsors of referral programmes sign.

/** Arguments as stored; amounts in stroops, as text. */
export interface ReferralArguments {
  "referral.enrol": Record<string, never>;
  "referral.bind": { referrer: string };
  "referral.claim": { merchant: number; newcomer: string };
  "referral.fund": { merchant: number; amount: string };
  "referral.leave": { merchant: number };
  "referral.settle": { merchant: number };
  "referral.expire": { merchant: number; newcomer: string };
  "referral.withdraw": Record<string, never>;
}

const rules: WalletCalls<ReferralArguments>["rules"] = {
  "referral.enrol": {
    operation: ({ referral }, wallet) => referral.call("enrol", { referrer: wallet }),
    isDone: async ({ referral }, account) => (await referral.view("is_enrolled", { account })).value,
  },
  "referral.bind": {
    operation: ({ referral }, newcomer, { referrer }) => referral.call("bind", { newcomer, referrer }),
    isDone: async ({ referral }, newcomer, { referrer }) =>
      (await referral.view("referrer", { newcomer })).value === referrer,
  },
  "referral.claim": {
    operation: ({ referral }, account, { merchant, newcomer }) =>
      referral.call("claim", { account, merchant: BigInt(merchant), newcomer }),
  },
  "referral.fund": {
    operation: ({ referral }, sponsor, { merchant, amount }) =>
      referral.call("fund", { sponsor, merchant: BigInt(merchant), amount: BigInt(amount) }),
  },
  "referral.leave": {
    operation: ({ referral }, sponsor, { merchant }) => referral.call("leave", { sponsor, merchant: BigInt(merchant) }),
  },
  "referral.settle": {
    operation: ({ referral }, _wallet, { merchant }) => referral.call("settle", { merchant: BigInt(merchant) }),
  },
  "referral.expire": {
    operation: ({ referral }, _wallet, { merchant, newcomer }) =>
      referral.call("expire", { merchant: BigInt(merchant), newcomer }),
  },
  "referral.withdraw": {
    operation: ({ referral }, account) => referral.call("withdraw", { account }),
  },
};

const errors = contractErrors.referral;

/** Why the referral contract refuses what a wallet wants, in words for its owner. */
const words: Record<number, string> = {
  [errors.Unauthorized]: "The wallet isn't the sponsor of this merchant's programme.",
  [errors.Paused]: "The operator has paused the contract. Try again when it runs.",
  [errors.SelfReferral]: "A wallet can't be its own referrer.",
  [errors.AlreadyBound]: "The wallet has already named its referrer, and can't change it.",
  [errors.IsReferrer]: "The wallet has enrolled as a referrer, so it can't name one any more.",
  [errors.RefusedReferrer]: "This address can't be a referrer.",
  [errors.NotEnrolled]: "The referrer hasn't enrolled: its wallet must sign referral.enrol first.",
  [errors.ProgrammeNotFound]: "The merchant has no referral programme.",
  [errors.OutsideWindow]: "The programme is over.",
  [errors.BudgetExceeded]: "The programme's funds would exceed its budget. Choose a smaller amount.",
  [errors.NotEnded]: "The programme isn't over yet. Its sponsor can sign referral.leave.",
  [errors.NothingLeft]: "The programme has no free funds.",
  [errors.RewardNotFound]: "The newcomer hasn't qualified for this merchant's programme.",
  [errors.NotClaimable]: "The merchant can still revoke the bonus. GET /referrals says from when it can be claimed.",
  [errors.NothingDue]: "The wallet has no bonus for this newcomer, or the bonus was paid, was revoked or has expired.",
  [errors.ClaimClosed]: "The time to claim has passed.",
  [errors.NotExpired]: "The time to claim hasn't passed yet.",
  [errors.NoTrustline]:
    "The wallet has no trustline to the reward asset. Open one first: POST /wallet/envelope with the call trustline.",
  [errors.NotAuthorized]: "The wallet's balance of the reward asset is frozen.",
  [errors.BalanceOutOfRange]: "The wallet holds too little of the reward asset, or its trustline has no room for more.",
  [errors.NothingOwed]: "The contract owes the wallet nothing.",
};

/** Undefined for a refusal by any other contract. */
function refusal(code: number | undefined): string | undefined {
  const text = code === undefined ? undefined : words[code];
  return code === undefined || text === undefined ? undefined : `${text} (${contractErrorName(code)})`;
}

export const referralCalls: WalletCalls<ReferralArguments> = { rules, refusal };
