import type { Merchant } from "@merit/core/merchants/service.ts";

export const presentMerchant = ({ id, name, email, created_at }: Merchant) => ({
  id,
  name,
  email,
  created_at: created_at.toISOString(),
});
