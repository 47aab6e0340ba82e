import { type Item, isAvailable } from "@merit/core/catalogue/service.ts";
import { isoTime } from "@merit/core/days.ts";
import { formatAmount } from "@merit/core/money.ts";

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

const presentToken = ({ token_price, token_price_version, token_active }: Item, contract_item_id: string) => ({
  contract_item_id,
  price: token_price === null ? null : formatAmount(token_price),
  price_version: token_price_version,
  active: token_active,
});
