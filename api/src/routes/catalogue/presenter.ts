import { isoTime } from "@merit/core/base/days.ts";
import { formatAmount } from "@merit/core/base/money.ts";
import type { TokenTerms } from "@merit/core/programmes/catalogue/contract-items.ts";
import { type Item, isAvailable } from "@merit/core/programmes/catalogue/service.ts";

export const presentItem = (now: Date) => (item: Item) => ({
  id: item.id,
  merchant_id: item.merchant_id,
  name: item.name,
  description: item.description,
  price: item.price,
  price_version: item.price_version,
  stock: item.stock,
  platform_points: item.platform_points,
  available: isAvailable(item, now),
  token: item.contract_item_id === null ? null : presentToken(item, item.contract_item_id),
  status: item.status,
  starts_at: isoTime(item.starts_at),
  ends_at: isoTime(item.ends_at),
  created_at: isoTime(item.created_at),
  updated_at: isoTime(item.updated_at),
});

/** The item for everyone: a change that is on its way to the ledger is the merchant's business. */
export const presentOffer = (now: Date) => (item: Item) => presentItem(now)({ ...item, change: null });

const presentToken = ({ token, change }: Item, contract_item_id: string) => ({
  contract_item_id,
  ...(token ? presentTerms(token) : NO_TERMS),
  price_version: token?.price_version ?? null,
  stock: token?.stock ?? null,
  change: change && {
    status: change.status,
    error_message: change.error_message,
    ...presentTerms(change),
    stock: change.stock,
    updated_at: isoTime(change.updated_at),
  },
});

const NO_TERMS = { price: null, active: null, fulfil_within: null, cancel_within: null, wallet_limit: null };

const presentTerms = ({ price, active, fulfil_within, cancel_within, wallet_limit }: TokenTerms) => ({
  price: formatAmount(price),
  active,
  fulfil_within,
  cancel_within,
  wallet_limit,
});
