import type { Store } from "../db/store.ts";
import { notFound } from "../errors.ts";
import * as rows from "../event-log/store.ts";
import type { EventType } from "../event-log/types.ts";
import { type Page, toPage } from "../page.ts";
import { presentIssuance } from "../rewards/presenter.ts";
import { byIds, type Issuance } from "../rewards/store.ts";

/** An event with its object, as the API showed it when it happened. */
export type Event = Omit<rows.EventRow, "data"> & { data: object };

/** An owner's events, newest first. */
export async function list(
  store: Store,
  owner: rows.Owner,
  request: rows.EventFilter & { before?: number | undefined; limit: number },
): Promise<Page<Event>> {
  const page = await toPage(request, (asked) => rows.listOf(store, owner, asked));
  return { ...page, rows: await complete(store, page.rows) };
}

/** @throws Problem 404, also for another owner's */
export async function get(store: Store, owner: rows.Owner, id: number): Promise<Event> {
  const row = await rows.byId(store, id);
  const isOwn = row && Object.entries(owner).every(([column, of]) => row[column as keyof rows.EventRow] === of);
  const [event] = isOwn ? await complete(store, [row]) : [];
  if (!event) throw notFound("event", presentId(id));
  return event;
}

/** Events behind the one with this id, oldest first: what is delivered to others reads them so. */
export async function after(store: Store, id: number, limit: number, owner?: rows.Owner): Promise<Event[]> {
  return complete(store, await rows.after(store, id, limit, owner));
}

export const presentId = (id: number): string => `evt_${id}`;

/** Adds the objects of those events that don't have them: of rewards that were accepted or paid. */
async function complete(store: Store, found: readonly rows.EventRow[]): Promise<Event[]> {
  const missing = found.filter(({ data }) => data === null).map(({ object_id }) => Number(object_id));
  const issuances = new Map((await byIds(store, missing)).map((issuance) => [issuance.id, issuance]));
  return found.flatMap((row) => {
    const issuance = issuances.get(Number(row.object_id));
    const data = row.data ?? (issuance && presentIssuance(stateAt(row.type, issuance)));
    return data ? [{ ...row, data: data as object }] : [];
  });
}

/** What a reward has after it was accepted or paid doesn't change. */
function stateAt(type: EventType, issuance: Issuance): Issuance {
  if (type === "issuance.confirmed") return issuance;
  const { created_at } = issuance;
  const state = { status: "pending", tx_hash: null, error_message: null, attempts: 0 } as const;
  return { ...issuance, ...state, updated_at: created_at };
}
