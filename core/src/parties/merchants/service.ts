import { createHash } from "node:crypto";
import { notFound } from "../../base/errors.ts";
import { type Page, type PageRequest, toPage } from "../../base/page.ts";
import type { NetworkName, Settings } from "../../base/settings/settings.ts";
import type { UnitContext } from "../../context/context.ts";
import { apiScopes } from "../../store/db/schema/merchants.ts";
import type { Store } from "../../store/db/store.ts";
import * as jobs from "../../store/jobs/jobs.ts";
import type { Payloads } from "../../store/jobs/payloads.ts";
import * as mail from "../mail/outbox.ts";
import { jobKey as grantJobKey } from "./grant-store.ts";
import * as keys from "./keys.ts";
import { emailTaken } from "./problems.ts";
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
  const merchant = await rows.insert(store, { name: input.name, email, created_at: now });
  if (!merchant) throw emailTaken();
  const first = { name: "default", scopes: apiScopes };
  const { apiKey } = await keys.create(store, merchant.id, first, { now, network: settings.network });
  if (settings.demoGrant > 0n) await addDemoGrant(store, merchant.id, settings, now);
  return { merchant, apiKey };
}

async function addDemoGrant(store: Store, merchantId: number, settings: Settings, now: Date): Promise<void> {
  const payload: Payloads["transaction-submission"] = {
    kind: "grant",
    merchant_id: merchantId,
    amount: String(settings.demoGrant),
    reference: grantReference(settings.network, merchantId),
  };
  await jobs.add(store, {
    queue: "transaction-submission",
    key: grantJobKey(merchantId),
    group: String(merchantId),
    payload,
    now,
  });
}

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

/** Tells the old address if it changes. @throws Problem 404, 409 `email_taken` */
export async function update(
  context: Pick<UnitContext, "clock" | "settings">,
  store: Store,
  id: number,
  { email, ...rest }: { name?: string; email?: string },
): Promise<Merchant> {
  const change = email === undefined ? rest : { ...rest, email: email.toLowerCase() };
  const before = await get(store, id);
  const merchant = await rows.update(store, id, change);
  if (!merchant) throw emailTaken();
  if (merchant.email !== before.email) {
    const about = { template: "email_changed", userId: null, merchantId: id } as const;
    await mail.post(context, store, { ...about, recipient: before.email });
  }
  return merchant;
}
