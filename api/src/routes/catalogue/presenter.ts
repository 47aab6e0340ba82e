import { type Item, isAvailable } from "@merit/core/catalogue/service.ts";
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
  starts_at: item.starts_at?.toISOString() ?? null,
  ends_at: item.ends_at?.toISOString() ?? null,
  created_at: item.created_at.toISOString(),
  updated_at: item.updated_at.toISOString(),
});

const presentToken = ({ token_price, token_price_version, token_active }: Item, contract_item_id: string) => ({
  contract_item_id,
  price: token_price === null ? null : formatAmount(token_price),
  price_version: token_price_version,
  active: token_active,
});
