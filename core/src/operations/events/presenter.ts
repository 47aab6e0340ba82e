import { isoTime } from "../../base/days.ts";
import { objectOf } from "../../store/event-log/types.ts";
import { type Event, presentId } from "./service.ts";

/** An event as the API lists it, and webhooks send it. */
export const presentEvent = ({ id, type, object_id, created_at, data }: Event) => ({
  id: presentId(id),
  type,
  object: objectOf(type),
  object_id,
  created_at: isoTime(created_at),
  data,
});
