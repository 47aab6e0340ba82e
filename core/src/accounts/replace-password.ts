import * as tokens from "../context/auth/one-time-tokens.ts";
import * as sessions from "../context/auth/session-store.ts";
import * as users from "../parties/users/store.ts";
import * as wallets from "../parties/wallets/store.ts";
import type { Store } from "../store/db/store.ts";

interface Ending {
  /** True if the people who linked its wallets are trusted; each wallet can log in to the account. */
  keepWallets: boolean;
  exceptSession?: number;
  now: Date;
}

/** Gives an account a new password, and ends all other ways by which somebody may have got into it. */
export async function replacePassword(
  store: Store,
  userId: number,
  { passwordHash, ...ending }: Ending & { passwordHash: string },
): Promise<void> {
  const change = { password_hash: passwordHash, pending_email: null, updated_at: ending.now };
  await users.update(store, userId, change);
  await endAccess(store, userId, ending);
}

/** Ends what lets somebody into an account without its password: sessions, mailed tokens, challenges for wallets, wallets. */
export async function endAccess(
  store: Store,
  userId: number,
  { keepWallets, exceptSession, now }: Ending,
): Promise<void> {
  await tokens.removeOf(store, userId);
  await sessions.revokeAll(store, userId, { now, except: exceptSession });
  if (!keepWallets) await wallets.removeOf(store, userId);
}
