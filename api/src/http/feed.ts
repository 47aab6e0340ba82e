import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { Topic, Wake } from "@merit/core/base/wake.ts";

// The source of streams and of the WebSocket's topics: everything that is stored behind a position. So a reader that comes back with its
// last position misses nothing and gets nothing twice.

export interface FeedEvent {
  /** Its position in the feed. */
  id: string;
}

export interface Feed {
  /** Notified when there may be something new. */
  topic: Topic;
  isPosition(text: string): boolean;
  /** @throws Problem 410 if events behind a position were deleted, or if there is no such position yet */
  requirePosition(position: string): Promise<void>;
  /** Position of a reader that wants only what is new. */
  latest(): Promise<string>;
  /** Events behind a position, oldest first, and the position behind them. @throws Problem 410 if some were deleted meanwhile */
  read(after: string): Promise<{ events: FeedEvent[]; position: string; hasMore: boolean }>;
}

export const NO_POSITION = "must be the id of an event of this stream";

/** Commits of this time are read together. */
const TOGETHER_MS = 20;

/**
 * The events behind a position and those to come, until `signal`; null when none has come for `waitMs`, however many others have. It
 * reads no faster than its reader does, and holds one page.
 */
export async function* follow(
  wake: Wake,
  feed: Feed,
  start: string,
  { waitMs, signal }: { waitMs: number; signal: AbortSignal },
): AsyncGenerator<FeedEvent | null, void, void> {
  using news = wake.subscribe(feed.topic);
  let position = start;
  let given = performance.now();
  while (!signal.aborted) {
    const page = await feed.read(position);
    position = page.position;
    yield* page.events;
    if (page.events.length > 0) given = performance.now();
    const leftMs = given + waitMs - performance.now();
    // If nothing of a page is wanted, nothing waits for the reader: without this, the loop would keep the event loop to itself.
    if (page.hasMore) await nextTurn();
    else if (leftMs > 0 && (await news.next({ timeoutMs: leftMs, signal }))) await pause(TOGETHER_MS);
    if (signal.aborted || performance.now() - given < waitMs) continue;
    yield null;
    given = performance.now();
  }
}
