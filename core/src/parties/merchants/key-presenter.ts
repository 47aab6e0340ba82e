import { isoTime } from "../../base/days.ts";
import type { ApiKey } from "./key-store.ts";

/** An API key without the key itself, which nobody knows but its holder. */
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
