import type { Referrals, User } from "@merit/core/users/service.ts";
import { idCursor, presentPage } from "../../http/list.ts";

export const presentUser = (user: User) => ({
  id: user.id,
  email: user.email,
  email_verified: user.email_verified_at !== null,
  pending_email: user.pending_email,
  first_name: user.first_name,
  last_name: user.last_name,
  role: user.role,
  created_at: user.created_at.toISOString(),
});

const presentReferred = (user: User) => ({
  id: user.id,
  first_name: user.first_name,
  email_verified: user.email_verified_at !== null,
  joined_at: user.created_at.toISOString(),
});

export const presentReferrals = ({ code, count, page }: Referrals, bonusPoints: number) => ({
  code,
  bonus_points: bonusPoints,
  referred_users: count,
  ...presentPage(page, presentReferred, ({ id }) => idCursor(id)),
});
