import type { CallRules } from "./rules.ts";

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

export const referralRules: { [N in keyof ReferralArguments]: CallRules<ReferralArguments[N]> } = {
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
