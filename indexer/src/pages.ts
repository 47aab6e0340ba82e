import type { Gap } from "./gaps.ts";
import { type EventPage, type EventSource, type RawEvent, reached, type StartAt } from "./source.ts";

/** Pages of the events from one ledger up to another one; `ledger` is the last one that is read completely. */
export async function* pagesOf(
  source: EventSource,
  { from, to }: Gap,
  pageSize: number,
): AsyncGenerator<{ events: RawEvent[]; ledger: number }> {
  let start: StartAt = { startLedger: from };
  for (let ledger = from - 1; ledger < to; ) {
    const page: EventPage = await source.page(start, pageSize);
    const last = page.events.at(-1);
    ledger = Math.min(Math.max(ledger, reached(page, page.events.length >= pageSize)), to);
    yield { events: page.events.filter((event) => event.ledger <= to), ledger };
    // A page within a ledger moves on by its events; without any, and at the end of what the node has, none follow.
    if (!last && page.latestLedger <= ledger) return;
    start = { cursor: page.cursor };
  }
}
