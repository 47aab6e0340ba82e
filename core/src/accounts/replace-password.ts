import * as tokens from "../context/auth/one-time-tokens.ts";
import * as sessions from "../context/auth/session-store.ts";
import * as users from "../parties/users/store.ts";
import * as wallets from "../parties/wallets/store.ts";
import type { Store } from "../store/db/store.ts";

/**
 * Gives an account a new password and ends all other ways by which somebody may have got into it: sessions, mailed tokens,
 * challenges for wallets, a change of its address that waits.
 */
export async function replacePassword(
  store: Store,
  userId: number,
  {
    passwordHash,
    keepWallets,
    exceptSession,
    now,
  }: {
    passwordHash: string;
    /** Whether the people who linked its wallets are trusted; each wallet can log in to the account. */
    keepWallets: boolean;
    exceptSession?: number;
    now: Date;
  },
): Promise<void> {
  await users.update(store, userId, { password_hash: passwordHash, pending_email: null, updated_at: now });
  await tokens.removeOf(store, userId);
  await sessions.revokeAll(store, userId, { now, except: exceptSession });
  if (!keepWallets) await wallets.removeOf(store, userId);
}
