import { isoTime } from "@merit/core/base/days.ts";
import { formatAmount } from "@merit/core/base/money.ts";
import type { Context } from "@merit/core/context/context.ts";
import { preferencesOf } from "@merit/core/parties/mail/preferences.ts";
import type { Balance } from "@merit/core/parties/merchants/balance.ts";
import type { Merchant } from "@merit/core/parties/merchants/service.ts";

export const presentMerchant = ({ id, name, email, email_verified_at, pending_email, created_at }: Merchant) => ({
  id,
  name,
  email,
  email_verified: email_verified_at !== null,
  pending_email,
  created_at: isoTime(created_at),
});

export const presentOwnMerchant = (merchant: Merchant) => ({
  ...presentMerchant(merchant),
  mail_preferences: preferencesOf("merchant", merchant),
});

/** @param api_key null in the answer to a repeat */
export const presentRegistered = ({ id, name, email, created_at }: Merchant, api_key: string | null) => ({
  id,
  name,
  email,
  api_key,
  created_at: isoTime(created_at),
});

export const presentBalance = (
  { chain: { manifest } }: Pick<Context, "chain">,
  { id }: Pick<Merchant, "id">,
  { free, incoming, reserved, dailyLimit, dailyLimitLeft, owner, pendingOwner, takeable }: Balance,
) => ({
  free: formatAmount(free),
  incoming: formatAmount(incoming),
  reserved: formatAmount(reserved),
  daily_limit: formatAmount(dailyLimit),
  daily_limit_left: formatAmount(dailyLimitLeft),
  owner,
  pending_owner: pendingOwner && {
    wallet_address: pendingOwner.address,
    from: isoTime(pendingOwner.from),
    until: isoTime(pendingOwner.until),
  },
  takeable: takeable.map(({ left, ...rest }) => ({ ...rest, left: formatAmount(left) })),
  deposit: {
    contract: manifest.contracts.pool.id,
    merchant: id,
    asset: `${manifest.asset.code}:${manifest.asset.issuer}`,
  },
});
