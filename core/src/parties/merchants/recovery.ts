import { notFound } from "../../base/errors.ts";
import * as tokens from "../../context/auth/one-time-tokens.ts";
import { invalidOneTimeToken } from "../../context/auth/problems.ts";
import type { Context, UnitContext } from "../../context/context.ts";
import { OPERATOR, record } from "../../store/audit/audit.ts";
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
 * Makes a key with all scopes for the merchant to whose confirmed address the token was mailed, in the caller's commit. There is no
 * bound for such keys: a thief who has made as many as there may be must not keep the merchant out.
 * @param endOthers whether all other keys end
 * @throws Problem 422 `invalid_one_time_token`, also if the merchant's address has changed since
 */
export async function recover(
  { clock, settings }: UnitContext,
  store: Store,
  { token, endOthers }: { token: string; endOthers: boolean },
): Promise<{ merchant: Merchant; apiKey: string }> {
  const now = clock.now();
  const used = await tokens.use(store, token, "recover_api_key", now);
  const merchant = used?.merchant_id ? await rows.byId(store, used.merchant_id) : undefined;
  const isItsOwn = merchant?.email === used?.subject && merchant?.email_verified_at;
  if (!merchant || !isItsOwn) throw invalidOneTimeToken();
  if (endOthers) await keys.revokeAll(store, merchant.id, now);
  const { apiKey } = await keys.recovered(store, merchant.id, { now, network: settings.network });
  return { merchant, apiKey };
}

/**
 * Makes a key for a merchant whom no mail reaches, on the word of the operator, who has made sure whom they give the key to.
 * @throws Problem 404
 */
export async function giveKey(
  { settings }: Pick<UnitContext, "settings">,
  store: Store,
  id: number,
  now: Date,
): Promise<{ merchant: Merchant; apiKey: string }> {
  const merchant = await rows.byId(store, id);
  if (!merchant) throw notFound("merchant", id);
  const { key, apiKey } = await keys.recovered(store, id, { now, network: settings.network });
  const entry = { actor: OPERATOR, action: "merchant.key", subject: `merchant:${id}`, detail: { key: key.id } };
  await record(store, { ...entry, now });
  return { merchant, apiKey };
}
