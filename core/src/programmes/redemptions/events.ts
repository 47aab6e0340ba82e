import type { Store } from "../../store/db/store.ts";
import { emit } from "../../store/event-log/store.ts";
import { presentRedemption } from "./presenter.ts";
import type { Redemption } from "./store.ts";

const changes = {
  pending: "created",
  locked: "created",
  fulfilled: "fulfilled",
  cancelled: "cancelled",
  refunded: "refunded",
  expired: "expired",
} as const satisfies Record<Redemption["status"], string>;

/** Says that a redemption has come to its status. */
export async function emitStatus(store: Store, redemption: Redemption, now: Date): Promise<void> {
  const { id, status, merchant_id: merchantId, user_id: userId } = redemption;
  const owner = { merchantId, userId, objectId: id };
  const data = presentRedemption(redemption);
  await emit(store, [{ type: `redemption.${changes[status]}`, ...owner, data }], now);
}
