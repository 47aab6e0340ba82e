import { type Page, toPage } from "../../base/page.ts";
import type { Store } from "../../store/db/store.ts";
import { positionUnknown } from "../../store/event-log/problems.ts";
import { BEGINNING } from "./place.ts";
import { contractEventsDeleted } from "./problems.ts";
import { isDeletable, keptFrom } from "./retention.ts";
import type { ContractEvent, EventFilter, EventPage } from "./store.ts";
import * as rows from "./store.ts";

export { type ContractEvent, type EventFilter, type EventPage, type EventXdr, xdrOf } from "./store.ts";

/** Position at which a list begins if some of its events may be deleted; undefined if it has all. */
const firstOf = async (store: Store, { contract }: EventFilter): Promise<string | undefined> =>
  isDeletable(contract) ? keptFrom(store) : undefined;

/** @throws Problem 410 `events_deleted` if events of the filter behind this position may be missing */
async function requireKept(store: Store, filter: EventFilter, position: string): Promise<void> {
  const first = await firstOf(store, filter);
  if (first !== undefined && position < first) throw contractEventsDeleted(first);
}

/** @throws Problem 410 `position_unknown` if no event has come as far as this position */
async function requireReached(store: Store, position: string): Promise<void> {
  const [newest] = await rows.list(store, { order: "desc", limit: 1 });
  const reached = newest?.id ?? BEGINNING;
  if (position > reached) throw positionUnknown(reached);
}

/**
 * Checks the position of a reader that continues behind it.
 * @throws Problem 410 `events_deleted` if events of the filter behind it may be missing, `position_unknown` if it isn't reached yet
 */
export async function requirePosition(store: Store, filter: EventFilter, position: string): Promise<void> {
  await requireKept(store, filter, position);
  await requireReached(store, position);
}

/**
 * Indexed events in the order of the ledger, or the reverse; `after` continues after an event.
 * @throws Problem 410 `events_deleted`, `position_unknown`
 */
export async function list(store: Store, request: EventPage): Promise<Page<ContractEvent>> {
  const { order, after } = request;
  if (order !== "desc" && after !== undefined) await requireKept(store, request, after);
  const first = await firstOf(store, request);
  const page = await toPage(request, (asked) => rows.list(store, { ...asked, first }));
  // Only a list that ends can be one that would never have begun.
  if (order !== "desc" && after !== undefined && page.rows.length === 0) await requireReached(store, after);
  return page;
}
