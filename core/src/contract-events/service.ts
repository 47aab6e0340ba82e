import type { Store } from "../db/store.ts";
import { type Page, toPage } from "../page.ts";
import type { ContractEvent, EventFilter } from "./store.ts";
import * as rows from "./store.ts";

export type { ContractEvent, EventFilter } from "./store.ts";

/** Indexed events in the order of the ledger; `after` continues after an event. */
export function list(store: Store, request: EventFilter & { limit: number }): Promise<Page<ContractEvent>> {
  return toPage(request, (page) => rows.list(store, page));
}
