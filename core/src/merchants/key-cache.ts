import type { Context } from "../context/context.ts";
import { hashApiKey } from "./api-keys.ts";
import { type Authenticated, authenticate } from "./keys.ts";

/**
 * `authenticate`, which remembers keys until anything is written to the database, by this process or another: a key that is revoked
 * is refused at once. Without it, a call that issues a reward takes 15 % more CPU. There are never more keys than those of a minute,
 * since noting a key's use is a write.
 */
export function rememberKeys(context: Pick<Context, "db" | "clock">): (apiKey: string) => Promise<Authenticated> {
  const found = new Map<string, Authenticated>();
  let version: bigint | undefined;
  return async (apiKey) => {
    const { db } = context;
    const now = context.clock.now();
    const current = db.version();
    if (current !== version) found.clear();
    version = current;
    const hash = hashApiKey(apiKey);
    const known = found.get(hash);
    if (known && (known.key.expires_at === null || known.key.expires_at > now)) return known;
    const fresh = await db.read((store) => authenticate(store, apiKey, now));
    // Another call may have seen a newer version meanwhile: then this was perhaps read before it.
    if (current === version) found.set(hash, fresh);
    return fresh;
  };
}
