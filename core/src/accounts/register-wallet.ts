import type { UnitContext } from "../context/context.ts";
import type { User } from "../parties/users/store.ts";
import { walletTaken } from "../parties/wallets/problems.ts";
import * as wallets from "../parties/wallets/store.ts";
import type { Store } from "../store/db/store.ts";
import * as users from "./service.ts";

export interface NewWalletUser {
  address: string;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  referralCode: string | null;
}

/**
 * An account for a wallet that nobody has proven yet, in the caller's commit. Until its key signs (SEP-10) nobody can log in to
 * it; no mail is sent before that either, since anyone can name any wallet and any address here.
 * @throws Problem 409 `wallet_taken`, 422 for an unknown referral code
 */
export async function registerWallet({ clock }: UnitContext, store: Store, input: NewWalletUser): Promise<User> {
  const now = clock.now();
  const { address, email: pendingEmail, ...person } = input;
  const user = await users.create(store, { ...person, pendingEmail }, now);
  if (!(await wallets.insert(store, { address, user_id: user.id, proven_at: null, created_at: now }))) {
    throw walletTaken();
  }
  return user;
}
