import { isoTime } from "@merit/core/days.ts";
import { objectOf } from "@merit/core/event-log/types.ts";
import { type Event, presentId } from "@merit/core/events/service.ts";

export const presentEvent = ({ id, type, object_id, created_at, data }: Event) => ({
  id: presentId(id),
  type,
  object: objectOf(type),
  object_id,
  created_at: isoTime(created_at),
  data,
});
