import { isoTime } from "../../base/days.ts";
import type { Owner } from "../../store/event-log/store.ts";
import { objectOf } from "../../store/event-log/types.ts";
import { type Event, presentId } from "./service.ts";

/** An event as webhooks send it to its merchant. */
export const presentEvent = ({ id, type, object_id, created_at, data }: Event) => ({
  id: presentId(id),
  type,
  object: objectOf(type),
  object_id,
  created_at: isoTime(created_at),
  data,
});

/** An event as the API shows it to one of its owners: a reward's key is the merchant's own, such as an order's number in its books. */
export function presentEventFor(owner: Owner, event: Event) {
  const view = presentEvent(event);
  if ("merchant_id" in owner || view.object !== "issuance") return view;
  return { ...view, data: { ...view.data, idempotency_key: null } };
}
