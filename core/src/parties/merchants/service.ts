import { createHash } from "node:crypto";
import { notFound } from "../../base/errors.ts";
import { type Page, type PageRequest, toPage } from "../../base/page.ts";
import type { NetworkName, Settings } from "../../base/settings/settings.ts";
import * as tokens from "../../context/auth/one-time-tokens.ts";
import { invalidOneTimeToken } from "../../context/auth/problems.ts";
import type { UnitContext } from "../../context/context.ts";
import { apiScopes } from "../../store/db/schema/merchants.ts";
import type { Store } from "../../store/db/store.ts";
import * as mail from "../mail/outbox.ts";
import { type PreferenceChange, setPreferences } from "../mail/preferences.ts";
import { tooManyMails } from "../mail/problems.ts";
import * as grants from "./grant-store.ts";
import * as keys from "./keys.ts";
import { emailTaken, missingApiKey } from "./problems.ts";
import type { Merchant } from "./store.ts";
import * as rows from "./store.ts";

export type { Merchant } from "./store.ts";

/**
 * Merchant, API key and, on the local network, the job of the demo grant, in the caller's commit.
 * The plain key is in the result and nowhere else.
 * @throws Problem 409 `email_taken`
 */
export async function register(
  store: Store,
  input: { name: string; email: string },
  { now, settings }: { now: Date; settings: Settings },
): Promise<{ merchant: Merchant; apiKey: string }> {
  const email = input.email.toLowerCase();
  if (await tokens.isReserved(store, { subject: email, kind: "merchant", now })) throw emailTaken();
  const merchant = await rows.insert(store, { name: input.name, email, created_at: now });
  if (!merchant) throw emailTaken();
  const first = { name: "default", scopes: apiScopes };
  const { apiKey } = await keys.create(store, merchant.id, first, { now, network: settings.network });
  const { demoGrant: amount, network } = settings;
  const reference = grantReference(network, merchant.id);
  if (amount > 0n) await grants.addJob(store, { merchant_id: merchant.id, amount, reference }, now);
  return { merchant, apiKey };
}

/** Mails the confirmation of an address, within the bounds for such mails. @returns whether there is a mail */
export const askToConfirm = (
  context: mail.Sender,
  store: Store,
  { id: merchantId, email: recipient }: Pick<Merchant, "id" | "email">,
): Promise<boolean> =>
  mail.postBounded(context, store, {
    ...{ template: "confirm_merchant_email", userId: null, merchantId, recipient, isConfirmed: false },
  });

/** The contract grants a reference once, so a merchant gets the demo grant once however often the job runs. */
export const grantReference = (network: NetworkName, merchantId: number) =>
  createHash("sha256").update(`merit demo grant\0${network}\0${merchantId}`).digest("hex");

/** @throws Problem 404 */
export async function get(store: Store, id: number): Promise<Merchant> {
  const merchant = await rows.byId(store, id);
  if (!merchant) throw notFound("merchant", id);
  return merchant;
}

/** Newest first; `email` is the beginning of an address. */
export function list(store: Store, { email, ...request }: { email?: string } & PageRequest): Promise<Page<Merchant>> {
  const beginning = email === undefined ? {} : { email: email.toLowerCase() };
  return toPage({ ...request, ...beginning }, (page) => rows.list(store, page));
}

/**
 * Changes a merchant. A new address waits until it is confirmed. Naming the present one again cancels that, or mails its confirmation if
 * it has none. The answer is the same for an address that another merchant has: nobody can try addresses here.
 * @throws Problem 404, 429 `too_many_mails`
 */
export async function update(
  context: Pick<UnitContext, "clock" | "settings">,
  store: Store,
  id: number,
  { email, mailPreferences, ...rest }: { name?: string; email?: string; mailPreferences?: PreferenceChange },
): Promise<Merchant> {
  const merchant = await get(store, id);
  const wanted = email?.toLowerCase();
  const isNew = wanted !== undefined && wanted !== merchant.email;
  if (isNew || (wanted !== undefined && merchant.email_verified_at === null)) {
    if (!(await askToConfirm(context, store, { id, email: wanted }))) throw tooManyMails();
  }
  if (mailPreferences) await setPreferences(store, { kind: "merchant", id }, mailPreferences);
  const pending = wanted === undefined ? {} : { pending_email: isNew ? wanted : null };
  const change = { ...rest, ...pending };
  if (Object.keys(change).length > 0) await rows.update(store, id, change);
  return get(store, id);
}

/**
 * Makes an address the merchant's own, with the token that was mailed to it and a key of the merchant: one without the other may be a
 * stranger's. A token that undoes a change needs no key, since a thief may have ended them all.
 * @throws Problem 422 `invalid_one_time_token`, 401 `missing_api_key`, 409 `email_taken`
 */
export async function confirmAddress(
  context: Pick<UnitContext, "clock" | "settings">,
  store: Store,
  token: string,
  caller: Merchant | null,
): Promise<void> {
  const now = context.clock.now();
  const undone = await tokens.use(store, token, "undo_email_change", now);
  const used = undone ?? (await tokens.use(store, token, "confirm_merchant_email", now));
  const merchant = used?.merchant_id ? await rows.byId(store, used.merchant_id) : undefined;
  if (!used || !merchant) throw invalidOneTimeToken();
  const { id } = merchant;
  const isFirst = used.subject === merchant.email;
  if (!undone && !isFirst && used.subject !== merchant.pending_email) throw invalidOneTimeToken();
  if (!undone && caller?.id !== id) throw missingApiKey();
  if (await tokens.isReserved(store, { subject: used.subject, kind: "merchant", except: id, now })) throw emailTaken();
  const change = { email: used.subject, email_verified_at: now, ...((undone || !isFirst) && { pending_email: null }) };
  if (!(await rows.update(store, id, change))) throw emailTaken();
  if (undone) return tokens.removeLater(store, undone);
  if (isFirst) return;
  // Mailed to the address that was replaced.
  await tokens.removeOfMerchant(store, id, "recover_api_key");
  const isKept = merchant.email_verified_at !== null;
  await mail.postToMerchant(context, store, merchant, { template: isKept ? "undo_email_change" : "email_changed" });
  // Nobody else can have the address until the mail's own token takes this one's place.
  const undo = { purpose: "undo_email_change", userId: null, merchantId: id, subject: merchant.email, now } as const;
  if (isKept) await tokens.issue(store, undo);
}
