import type { Referrals, User } from "@merit/core/accounts/service.ts";
import { isoTime } from "@merit/core/base/days.ts";
import { formatAmount } from "@merit/core/base/money.ts";
import { preferencesOf } from "@merit/core/parties/mail/preferences.ts";
import type { Wallet } from "@merit/core/parties/wallets/store.ts";
import { presentWallet as presentReferrer } from "@merit/core/programmes/referral-programs/presenter.ts";
import type { UserReferrals } from "@merit/core/programmes/referral-programs/service.ts";
import { presentIdPage } from "../../http/list.ts";
import { presentWallet } from "../wallets/presenter.ts";

export const presentUser = (user: User) => ({
  id: user.id,
  email: user.email,
  email_verified: user.email_verified_at !== null,
  pending_email: user.pending_email,
  first_name: user.first_name,
  last_name: user.last_name,
  role: user.role,
  created_at: isoTime(user.created_at),
});

export const presentOwnUser = (user: User) => ({
  ...presentUser(user),
  mail_preferences: preferencesOf("user", user),
});

export const presentForAdmin = (user: User, wallets: readonly Wallet[]) => ({
  ...presentOwnUser(user),
  referral_code: user.referral_code,
  referred_by: user.referred_by,
  updated_at: isoTime(user.updated_at),
  wallets: wallets.map(presentWallet),
});

const presentReferred = (user: User, bonus = 0) => ({
  id: user.id,
  first_name: user.first_name,
  email_verified: user.email_verified_at !== null,
  bonus_points: bonus,
  joined_at: isoTime(user.created_at),
});

const presentTokens = ({ bonuses: { pending, claimable, paid }, wallets }: UserReferrals) => ({
  pending: formatAmount(pending),
  claimable: formatAmount(claimable),
  paid: formatAmount(paid),
  wallets: wallets.map(presentReferrer),
});

export const presentReferrals = (
  { code, count, points, page, bonuses }: Referrals,
  tokens: UserReferrals,
  bonusPoints: number,
) => ({
  code,
  bonus_points: bonusPoints,
  earned_points: points,
  referred_users: count,
  tokens: presentTokens(tokens),
  ...presentIdPage(page, (user) => presentReferred(user, bonuses.get(user.id))),
});
