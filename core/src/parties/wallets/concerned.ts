import type { Store } from "../../store/db/store.ts";
import { emit, type NewEvent } from "../../store/event-log/store.ts";
import { ownersOf } from "./store.ts";

export interface Concerned {
  merchantIds?: readonly number[];
  /** Wallets whose users see it, as far as they have proven them by then. */
  wallets: readonly (string | null)[];
}

/** Adds a change's event for all whom it concerns: an event has one merchant and one user, so where there are more, each gets its own. */
export async function emitTo(
  store: Store,
  { merchantIds = [], wallets }: Concerned,
  event: Omit<NewEvent, "merchantId" | "userId">,
  now: Date,
): Promise<void> {
  const addresses = wallets.filter((wallet) => wallet !== null);
  const owners = await ownersOf(store, addresses);
  // In the order of the wallets: the database has none, and the first user's event is also the merchant's.
  const userIds = [...new Set(addresses.flatMap((address) => owners.get(address) ?? []))];
  const count = Math.max(merchantIds.length, userIds.length);
  const events = Array.from({ length: count }, (_, index) => ({
    ...event,
    merchantId: merchantIds[index] ?? null,
    userId: userIds[index] ?? null,
  }));
  await emit(store, events, now);
}
