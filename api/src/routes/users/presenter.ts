import type { Referrals, User } from "@merit/core/accounts/service.ts";
import { isoTime } from "@merit/core/days.ts";
import { presentIdPage } from "../../http/list.ts";

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

const presentReferred = (user: User, bonus = 0) => ({
  id: user.id,
  first_name: user.first_name,
  email_verified: user.email_verified_at !== null,
  bonus_points: bonus,
  joined_at: isoTime(user.created_at),
});

export const presentReferrals = ({ code, count, points, page, bonuses }: Referrals, bonusPoints: number) => ({
  code,
  bonus_points: bonusPoints,
  earned_points: points,
  referred_users: count,
  ...presentIdPage(page, (user) => presentReferred(user, bonuses.get(user.id))),
});
