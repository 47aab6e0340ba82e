import { validationFailed } from "@merit/core/base/errors.ts";
import type { Page } from "@merit/core/base/page.ts";
import type { Database } from "@merit/core/store/db/database.ts";
import type { Period } from "@merit/core/store/db/period.ts";
import type { Store } from "@merit/core/store/db/store.ts";
import { z } from "zod";
import { exampleOf, onePage } from "./examples.ts";
import { timestamp, wholeNumber } from "./fields.ts";

export const DEFAULT_LIMIT = 20;
export const MAX_LIMIT = 100;

export const limit = wholeNumber(1, MAX_LIMIT).default(DEFAULT_LIMIT);

/** Query of a list that is ordered by id, newest first. The cursor is opaque to callers. */
export const idPage = {
  limit,
  cursor: z.string("must be given once").transform(decodeId).optional(),
};

export const pageQuery = z.strictObject(idPage).meta({ examples: [{ limit: "20" }] });

/** Parameters of a list of what was created in a period: at `from` or later, and before `to`. */
export const period = { from: timestamp.optional(), to: timestamp.optional() };

/** Whose records are read. */
type Owner = { merchant_id?: number | undefined; user_id?: number };

/** Reads what may take long, outside of the event loop. Equal questions of an owner share an answer. */
export const readAside = <Found>(
  db: Database,
  owner: Owner,
  kind: string,
  query: object,
  read: (store: Store) => Promise<Found>,
): Promise<Found> => db.readAside(JSON.stringify(owner), `${kind}:${JSON.stringify(query)}`, read);

/**
 * Reads a page for an owner. That of a period is read aside: an index leads to the period, where other conditions may leave out any number
 * of rows.
 */
export const readPage = <Found>(
  db: Database,
  owner: Owner,
  kind: string,
  query: Period,
  read: (store: Store) => Promise<Found>,
): Promise<Found> =>
  query.from === undefined && query.to === undefined ? db.read(read) : readAside(db, owner, kind, query, read);

/** The fields of every list beside its rows. */
export const pageView = z
  .strictObject({ has_more: z.boolean(), next_cursor: z.string().nullable() })
  .meta({ id: "Page", description: "A page of a list: `data` has its rows." });

export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ data: z.array(item), ...pageView.shape }).meta({ examples: [onePage(exampleOf(item))] });

/** A page of rows within a record; the query of the route pages them. */
export function pageOf<Item extends z.ZodType>(item: Item, rows: string) {
  const page = listOf(item);
  return page.extend({ data: page.shape.data.meta({ description: rows }) }).meta({ examples: [exampleOf(page)] });
}

/** The shape of every list. `cursorOf` gives the position after a row. */
export function presentPage<Row>(page: Page<Row>, present: (row: Row) => unknown, cursorOf: (row: Row) => string) {
  const last = page.rows.at(-1);
  return {
    data: page.rows.map((row) => present(row)),
    has_more: page.hasMore,
    next_cursor: page.hasMore && last !== undefined ? cursorOf(last) : null,
  };
}

/** A list in the order of {@link idPage}. */
export function presentIdPage<Row extends { id: number }>(page: Page<Row>, present: (row: Row) => unknown) {
  const shown = presentPage(page, present, ({ id }) => idCursor(id));
  return page.next === undefined ? shown : { ...shown, next_cursor: idCursor(page.next) };
}

export const idCursor = (id: number) => cursorOf("before", id);

export function decodeId(cursor: string): number {
  const [id] = partsOf(cursor, /^before:([1-9]\d{0,15})$/);
  return Number(id);
}

/** Ends the text of a cursor, so that the beginning of one is none. */
const END = ";";

/** A cursor of these parts. It is opaque to callers. */
export const cursorOf = (...parts: (string | number)[]): string =>
  Buffer.from(`${parts.join(":")}${END}`).toString("base64url");

/** The text of each group of `form` in a cursor. @throws Problem 422 for anything but a whole cursor of this form */
export function partsOf(cursor: string, form: RegExp): string[] {
  const text = Buffer.from(cursor, "base64url").toString("latin1");
  const match = text.endsWith(END) ? form.exec(text.slice(0, -END.length)) : null;
  // Decoding passes over what is no base64.
  if (match && Buffer.from(text, "latin1").toString("base64url") === cursor) return match.slice(1);
  throw validationFailed([{ field: "cursor", message: "must be the next_cursor of an earlier answer" }]);
}
