import * as tokens from "@merit/core/context/auth/one-time-tokens.ts";
import * as merchants from "@merit/core/parties/merchants/store.ts";
import { type Calls, newEmail, of, posted, says } from "../call.ts";
import type { Scene } from "../owned-records.ts";

const key = says(() => ({ name: "Till", scopes: ["read"] }));
const newKey = posted("/merchants/me/keys", key);

export const calls: Calls = {
  changes: {
    "POST /merchants/register": says(() => ({ name: "Shop", email: newEmail() })),
    "PATCH /merchants/me": says(() => ({ name: "Shop" })),
    "POST /merchants/me/keys": key,
    "DELETE /merchants/me/keys/:id": of(newKey),
    "POST /merchants/keys/recover": says(async (scene) => ({ token: await recoveryToken(scene) })),
  },
  ownReads: {
    "GET /merchants/me": null,
    "GET /merchants/me/keys": null,
    "GET /merchants/me/balance": "read from the ledger: its own test has other merchants",
    "GET /merchants/me/statement": "from the ledger's events: its own test has other merchants",
  },
};

/** Token for a new key of a new merchant. */
async function recoveryToken({ service }: Scene): Promise<string> {
  const email = newEmail();
  const { id } = (await service.call("POST /api/merchants/register", { body: { name: "Shop", email } })).body;
  const token = { purpose: "recover_api_key", userId: null, merchantId: id, subject: email, now: new Date() } as const;
  return service.world.context.db.commit(async (store) => {
    await merchants.update(store, id, { email_verified_at: new Date() });
    return tokens.issue(store, token);
  });
}
