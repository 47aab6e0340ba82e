import type { Context } from "../context/context.ts";
import type { Store } from "../db/store.ts";
import * as events from "../event-log/store.ts";
import { topics } from "../wake.ts";
import { deliver, takes } from "./service.ts";
import * as rows from "./store.ts";

/** Events of one commit. */
const AT_ONCE = 200;
const LOOK_AGAIN_MS = 1_000;

/** Makes a delivery of each new event for each webhook that takes it, until `stopped`. */
export async function runFanOut({ db, wake, clock, log }: Context, stopped: AbortSignal): Promise<void> {
  using news = wake.subscribe(topics.events);
  while (!stopped.aborted) {
    try {
      while (!stopped.aborted && (await db.commit((store) => fanOut(store, clock.now()))));
    } catch (error) {
      log.error({ err: error }, "webhooks' deliveries could not be made");
    }
    await news.next({ timeoutMs: LOOK_AGAIN_MS, signal: stopped });
  }
}

/**
 * Deliveries and position are one commit, so that no event is left out, or gets two deliveries.
 * @returns whether there may be more
 */
export async function fanOut(store: Store, now: Date): Promise<boolean> {
  const position = await rows.readPosition(store);
  if (position === null) {
    await rows.writePosition(store, 0);
    return true;
  }
  const found = await events.after(store, position, AT_ONCE);
  const last = found.at(-1);
  if (!last) return false;
  const merchants = new Set(found.flatMap(({ merchant_id }) => (merchant_id === null ? [] : [merchant_id])));
  const webhooks = await rows.enabledOf(store, [...merchants]);
  for (const event of webhooks.length > 0 ? found : []) {
    for (const webhook of webhooks) {
      if (event.id > webhook.after_event && takes(webhook, event)) await deliver(store, webhook, event, now);
    }
  }
  await rows.writePosition(store, last.id);
  return found.length === AT_ONCE;
}
