import type { ApiKey } from "@merit/core/merchants/keys.ts";
import type { Merchant } from "@merit/core/merchants/service.ts";

export const presentMerchant = ({ id, name, email, created_at }: Merchant) => ({
  id,
  name,
  email,
  created_at: created_at.toISOString(),
});

export const presentKey = (key: ApiKey) => ({
  id: key.id,
  name: key.name,
  scopes: key.scopes,
  last4: key.last4,
  created_at: key.created_at.toISOString(),
  last_used_at: key.last_used_at?.toISOString() ?? null,
  expires_at: key.expires_at?.toISOString() ?? null,
  revoked_at: key.revoked_at?.toISOString() ?? null,
});
