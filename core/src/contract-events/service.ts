import type { Store } from "../db/store.ts";
import { type Page, toPage } from "../page.ts";
import type { ContractEvent, EventPage } from "./store.ts";
import * as rows from "./store.ts";

export { type ContractEvent, type EventFilter, type EventPage, type EventXdr, xdrOf } from "./store.ts";

/** Indexed events in the order of the ledger, or the reverse; `after` continues after an event. */
export const list = (store: Store, request: EventPage): Promise<Page<ContractEvent>> =>
  toPage(request, (page) => rows.list(store, page));
