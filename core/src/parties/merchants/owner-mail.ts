import type { UnitContext } from "../../context/context.ts";
import { byId as eventById } from "../../ledger/contract-events/store.ts";
import type { Store } from "../../store/db/store.ts";
import * as mail from "../mail/outbox.ts";
import { wasPosted } from "../mail/store.ts";
import * as merchants from "./store.ts";

// An owner takes a merchant's free balance out of the pool, so the merchant has to know who is to be its first one, whoever
// named it and how.

/** An `owner_queued` event of the pool, as stored. */
export interface OwnerQueued {
  id: string;
  data: unknown;
}

/** Tells the merchant, in the commit that stores the event, unless it was told before or the owner no longer waits. */
export async function postOwnerQueued(
  context: Pick<UnitContext, "clock" | "settings">,
  store: Store,
  { id, data }: OwnerQueued,
): Promise<void> {
  const { merchant: named, eta } = data as Record<string, unknown>;
  const merchantId = Number(named);
  // The contract takes any 64 bits.
  const merchant = Number.isSafeInteger(merchantId) ? await merchants.byId(store, merchantId) : undefined;
  if (!merchant || Number(eta) * 1000 <= context.clock.now().getTime() || (await wasPosted(store, id))) return;
  // Only the operator names first owners, so no bound keeps this mail back.
  const about = { template: "owner_queued", merchantId: merchant.id, eventId: id } as const;
  const isConfirmed = merchant.email_verified_at !== null;
  await mail.post(context, store, { ...about, userId: null, recipient: merchant.email, isConfirmed });
}

/** Sentences of the mail about an event. */
export async function mailDetails(store: Store, eventId: string): Promise<string[]> {
  const event = await eventById(store, eventId);
  if (!event) return [];
  const { owner, eta } = event.data as Record<string, unknown>;
  const time = new Date(Number(eta) * 1000).toISOString();
  return [
    `${owner} was named as the first owner of your balance in the reward pool. An owner can withdraw the part of the balance that campaigns and drops haven't reserved.`,
    `It becomes the owner at ${time} at the earliest.`,
  ];
}
