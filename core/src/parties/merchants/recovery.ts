import { notFound } from "../../base/errors.ts";
import * as tokens from "../../context/auth/one-time-tokens.ts";
import { invalidOneTimeToken } from "../../context/auth/problems.ts";
import type { Context, UnitContext } from "../../context/context.ts";
import { OPERATOR, record } from "../../store/audit/audit.ts";
import { apiScopes } from "../../store/db/schema/merchants.ts";
import type { Store } from "../../store/db/store.ts";
import * as mail from "../mail/outbox.ts";
import * as keys from "./keys.ts";
import type { Merchant } from "./store.ts";
import * as rows from "./store.ts";

/** Mails a token for a new key, if a merchant has this address; the caller learns nothing either way. */
export async function forgotKey(context: Context, email: string): Promise<void> {
  await context.db.commit((store) => mail.postRecovery(context, store, email.toLowerCase()));
}

/**
 * Makes a key with all scopes for the merchant whose address the token was mailed to, in the caller's commit; other keys stay.
 * @throws Problem 422 `invalid_one_time_token`, also if the merchant's address has changed since; 409 `too_many_api_keys`
 */
export async function recover(
  { clock, settings }: UnitContext,
  store: Store,
  token: string,
): Promise<{ merchant: Merchant; apiKey: string }> {
  const now = clock.now();
  const used = await tokens.use(store, token, "recover_api_key", now);
  const merchant = used && (await rows.byEmail(store, used.subject));
  if (!merchant) throw invalidOneTimeToken();
  const { apiKey } = await keys.create(store, merchant.id, RECOVERED, { now, network: settings.network });
  return { merchant, apiKey };
}

const RECOVERED = { name: "recovered", scopes: apiScopes };

/**
 * The same for a merchant whom no mail reaches, on the word of the operator, who has made sure whom they give the key to.
 * @throws Problem 404, 409 `too_many_api_keys`
 */
export async function giveKey(
  { settings }: Pick<UnitContext, "settings">,
  store: Store,
  id: number,
  now: Date,
): Promise<{ merchant: Merchant; apiKey: string }> {
  const merchant = await rows.byId(store, id);
  if (!merchant) throw notFound("merchant", id);
  const { key, apiKey } = await keys.create(store, id, RECOVERED, { now, network: settings.network });
  const entry = { actor: OPERATOR, action: "merchant.key", subject: `merchant:${id}`, detail: { key: key.id } };
  await record(store, { ...entry, now });
  return { merchant, apiKey };
}
