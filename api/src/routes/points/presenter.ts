import { isoTime } from "@merit/core/base/days.ts";
import type { Balance } from "@merit/core/programmes/points/balances.ts";
import { presentTier } from "@merit/core/programmes/points/presenter.ts";
import type { Account } from "@merit/core/programmes/points/service.ts";

const sumOf = (balances: readonly Balance[], part: "available" | "pending") =>
  balances.reduce((sum, balance) => sum + balance[part], 0);

export const presentWalletPoints = (walletAddress: string, balances: Balance[]) => ({
  wallet_address: walletAddress,
  points: sumOf(balances, "available"),
  balances: balances.map(({ merchant_id, available }) => ({ merchant_id, points: available })),
});

const presentAccount = ({ standing, expiring, lifetime, ...account }: Account) => ({
  merchant_id: account.merchant_id,
  merchant_name: account.merchant_name,
  available: account.available,
  pending: account.pending,
  lifetime,
  tier: standing && presentTier(standing.tier),
  next_tier: standing?.next ? { ...presentTier(standing.next), points_needed: standing.next.from - lifetime } : null,
  expiring: expiring.map(({ points, expires_at }) => ({ points, expires_at: isoTime(expires_at) })),
});

export const presentPoints = (accounts: Account[]) => ({
  available: sumOf(accounts, "available"),
  pending: sumOf(accounts, "pending"),
  accounts: accounts.map(presentAccount),
});
