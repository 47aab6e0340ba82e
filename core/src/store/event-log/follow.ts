import type { Logger } from "../../base/logger.ts";
import { topics, type Wake } from "../../base/wake.ts";
import type { Database } from "../db/database.ts";
import type { Store } from "../db/store.ts";

const LOOK_AGAIN_MS = 1_000;

/**
 * Takes a step for new events, each in a commit, until `stopped`. A step stores how far it has come with what it does about the events.
 * @param step returns whether there may be more
 * @param failure what the log says if a step fails; it is repeated
 */
export async function followEvents(
  { db, wake, log }: { db: Database; wake: Wake; log: Logger },
  step: (store: Store) => Promise<boolean>,
  failure: string,
  stopped: AbortSignal,
): Promise<void> {
  using news = wake.subscribe(topics.events);
  while (!stopped.aborted) {
    try {
      while (!stopped.aborted && (await db.commit(step)));
    } catch (error) {
      log.error({ err: error }, failure);
    }
    await news.next({ timeoutMs: LOOK_AGAIN_MS, signal: stopped });
  }
}
