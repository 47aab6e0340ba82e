import { newWallet } from "@merit/core/testing/chain.ts";
import { type Calls, of, says } from "../call.ts";
import * as make from "../owned-records.ts";

export const calls: Calls = {
  changes: {
    "POST /users": says(() => ({ wallet_address: newWallet() })),
    "PATCH /users/:id": of(make.ownUser, { first_name: "Ada" }),
    "DELETE /users/:id": of(make.ownUser),
  },
  recordReads: {
    "GET /users/:id": make.ownUser,
  },
};
