import { validationFailed } from "../../base/errors.ts";
import * as users from "../../parties/users/store.ts";
import * as wallets from "../../parties/wallets/store.ts";
import type { Store } from "../../store/db/store.ts";

/** The user that a merchant means: by id, or by a wallet that the user has proven. */
export interface Recipient {
  user_id?: number | undefined;
  wallet_address?: string | undefined;
}

/** @throws Problem 422 that names the field */
export async function recipientOf(store: Store, { user_id, wallet_address }: Recipient): Promise<number> {
  if (user_id !== undefined) {
    if (await users.byId(store, user_id)) return user_id;
    throw validationFailed([{ field: "user_id", message: "must be the id of a user" }]);
  }
  const owner = wallet_address && (await wallets.ownerOf(store, wallet_address));
  if (owner) return owner;
  throw validationFailed([
    { field: "wallet_address", message: "must be a wallet that a user has linked: points need an account" },
  ]);
}
