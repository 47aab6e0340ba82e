import type { Context } from "../../context/context.ts";
import type { Store } from "../../store/db/store.ts";
import { followEvents } from "../../store/event-log/follow.ts";
import * as events from "../../store/event-log/store.ts";
import { continueBacklogs } from "./backlogs.ts";
import { fullOf, queueDue, takes } from "./service.ts";
import * as rows from "./store.ts";

/** Events of one commit. */
const AT_ONCE = 200;
/** Deliveries of one commit, unless a single event makes more. */
const MAX_DELIVERIES = 500;

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
  const next = await events.after(store, position, AT_ONCE);
  const numbers = await rows.numbersOf(store, merchantsOf(next));
  const found = within(MAX_DELIVERIES, next, numbers);
  const last = found.at(-1);
  if (!last) return isBehind;
  const enabled = await rows.enabledOf(store, merchantsOf(found));
  const webhooks = Map.groupBy(enabled, ({ merchant_id }) => merchant_id);
  const wanted = found.flatMap((event) =>
    (webhooks.get(event.merchant_id ?? 0) ?? [])
      .filter((webhook) => event.id > webhook.after_event && takes(webhook, event))
      .map((webhook) => ({ webhook_id: webhook.id, event_id: event.id, event_type: event.type })),
  );
  const concerned = new Set(wanted.map(({ webhook_id }) => webhook_id));
  const targets = enabled.filter(({ id }) => concerned.has(id));
  const full = await fullOf(store, targets, numbers);
  // A test shows whether a receiver works again, so it goes there whatever waits.
  const due = wanted.filter(({ webhook_id, event_type }) => event_type === "webhook.test" || !full.has(webhook_id));
  if (due.length > 0) await queueDue(store, targets, await rows.insertDue(store, due, now), now);
  await rows.writePosition(store, last.id);
  return isBehind || found.length < next.length || next.length === AT_ONCE;
}

const merchantsOf = (found: readonly events.EventRow[]): number[] => [
  ...new Set(found.flatMap(({ merchant_id }) => (merchant_id === null ? [] : [merchant_id]))),
];

/** The first of the events that make so few deliveries even if every webhook takes each; at least one. */
function within(
  most: number,
  found: readonly events.EventRow[],
  numbers: ReadonlyMap<number, number>,
): readonly events.EventRow[] {
  let deliveries = 0;
  const end = found.findIndex(({ merchant_id }) => {
    deliveries += numbers.get(merchant_id ?? 0) ?? 0;
    return deliveries > most;
  });
  return end === -1 ? found : found.slice(0, Math.max(1, end));
}
