import type { Store } from "../db/store.ts";
import { type Page, toPage } from "../page.ts";
import { contractEventsDeleted } from "./problems.ts";
import { isDeletable, keptFrom } from "./retention.ts";
import type { ContractEvent, EventFilter, EventPage } from "./store.ts";
import * as rows from "./store.ts";

export { type ContractEvent, type EventFilter, type EventPage, type EventXdr, xdrOf } from "./store.ts";

/** Where a list begins that some deleted events would be in; undefined if it has all. */
const firstOf = async (store: Store, { contract }: EventFilter): Promise<string | undefined> =>
  isDeletable(contract) ? keptFrom(store) : undefined;

/** @throws Problem 410 `events_deleted` if events of the filter behind this position may be missing */
export async function requireKept(store: Store, filter: EventFilter, position: string): Promise<void> {
  const first = await firstOf(store, filter);
  if (first !== undefined && position < first) throw contractEventsDeleted();
}

/**
 * Indexed events in the order of the ledger, or the reverse; `after` continues after an event.
 * @throws Problem 410 `events_deleted`
 */
export async function list(store: Store, request: EventPage): Promise<Page<ContractEvent>> {
  const { order, after } = request;
  if (order !== "desc" && after !== undefined) await requireKept(store, request, after);
  const first = await firstOf(store, request);
  return toPage(request, (page) => rows.list(store, { ...page, first }));
}
