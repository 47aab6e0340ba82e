import { formatAmount } from "@merit/core/base/money.ts";
import type { Trustline } from "@merit/core/ledger/chain/trustlines.ts";

export const presentTrustline = (wallet: string, asset: { code: string; issuer: string }, line: Trustline) => ({
  wallet_address: wallet,
  asset: `${asset.code}:${asset.issuer}`,
  account_exists: line.hasAccount !== false,
  exists: line.exists,
  authorized: line.authorized,
  limit: formatAmount(line.limit),
  balance: formatAmount(line.balance),
});
