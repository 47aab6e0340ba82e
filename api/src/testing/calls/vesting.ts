import { newWallet, openAccount } from "@merit/core/testing/chain.ts";
import { type Calls, inDays, says } from "../call.ts";
import type { Scene } from "../owned-records.ts";
import * as make from "../owned-records.ts";

export const calls: Calls = {
  changes: {
    "POST /vesting": says(grantOf),
  },
  recordReads: {
    "GET /vesting/:schedule": make.newSchedule,
  },
  ownReads: {
    "GET /vesting": make.newSchedule,
  },
};

/** A body with one grant, by a wallet that is on the ledger. */
function grantOf({ service: { world } }: Scene) {
  const wallet_address = newWallet();
  world.chain.accounts.set(wallet_address, openAccount(wallet_address));
  const grant = { idempotency_key: crypto.randomUUID(), beneficiary: newWallet(), amount: "1", ends_at: inDays(30) };
  return { wallet_address, grants: [grant] };
}
