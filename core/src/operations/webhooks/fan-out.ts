import type { Context } from "../../context/context.ts";
import type { Store } from "../../store/db/store.ts";
import { followEvents } from "../../store/event-log/follow.ts";
import * as events from "../../store/event-log/store.ts";
import { continueBacklogs } from "./backlogs.ts";
import { queueDue, takes, withRoom } from "./service.ts";
import * as rows from "./store.ts";

/** Events of one commit. */
const AT_ONCE = 200;

/** Makes a delivery of each new event for each webhook that takes it, until `stopped`. */
export async function runFanOut(context: Context, stopped: AbortSignal): Promise<void> {
  const step = (store: Store) => fanOut(store, context.clock.now());
  await followEvents(context, step, "webhooks' deliveries could not be made", stopped);
}

/**
 * Deliveries and position are one commit, so that no event is left out, or gets two deliveries.
 * @returns whether there may be more
 */
export async function fanOut(store: Store, now: Date): Promise<boolean> {
  const isBehind = await continueBacklogs(store, now);
  const position = await rows.readPosition(store);
  if (position === null) {
    await rows.writePosition(store, 0);
    return true;
  }
  const found = await events.after(store, position, AT_ONCE);
  const last = found.at(-1);
  if (!last) return isBehind;
  const merchants = new Set(found.flatMap(({ merchant_id }) => (merchant_id === null ? [] : [merchant_id])));
  const enabled = await withRoom(store, await rows.enabledOf(store, [...merchants]));
  const webhooks = Map.groupBy(enabled, ({ merchant_id }) => merchant_id);
  const wanted = found.flatMap((event) =>
    (webhooks.get(event.merchant_id ?? 0) ?? [])
      .filter((webhook) => event.id > webhook.after_event && takes(webhook, event))
      .map((webhook) => ({ webhook_id: webhook.id, event_id: event.id, event_type: event.type })),
  );
  if (wanted.length > 0) {
    const concerned = new Set(wanted.map(({ webhook_id }) => webhook_id));
    const targets = enabled.filter(({ id }) => concerned.has(id));
    await queueDue(store, targets, await rows.insertDue(store, wanted, now), now);
  }
  await rows.writePosition(store, last.id);
  return isBehind || found.length === AT_ONCE;
}
