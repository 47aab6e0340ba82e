import { isoTime } from "@merit/core/days.ts";
import type { ApiKey } from "@merit/core/merchants/keys.ts";
import type { Merchant } from "@merit/core/merchants/service.ts";

export const presentMerchant = ({ id, name, email, created_at }: Merchant) => ({
  id,
  name,
  email,
  created_at: isoTime(created_at),
});

export const presentKey = (key: ApiKey) => ({
  id: key.id,
  name: key.name,
  scopes: key.scopes,
  last4: key.last4,
  created_at: isoTime(key.created_at),
  last_used_at: isoTime(key.last_used_at),
  expires_at: isoTime(key.expires_at),
  revoked_at: isoTime(key.revoked_at),
});
