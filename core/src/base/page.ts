/** Keyset pages, newest first: a row that is added meanwhile neither repeats nor hides another. */
export interface PageRequest {
  /** Rows with an id below this one; absent: from the newest. */
  before?: number;
  limit: number;
}

export interface Page<Row> {
  rows: Row[];
  hasMore: boolean;
  /** Id behind which the next page begins, if it isn't that of the last row. */
  next?: number | undefined;
}

/** Rows that a page looks at, where no index leads to those that it asks for: reading all others would hold up everybody. */
export const MOST_LOOKED_AT = 10_000;
/** The same bound for lists of all merchants' records. It is higher, so that one merchant's hidden records hardly push out those of others. */
export const MOST_OF_ALL_LOOKED_AT = 100_000;

/** The rows of a page that were found, and the id of the last row that it looked at; undefined: it has looked at all. */
export interface Looked<Row> {
  rows: Row[];
  end: number | undefined;
}

/** Reads one row more than requested, to see whether another page follows. */
export async function toPage<Row, Request extends { limit: number }>(
  request: Request,
  read: (request: Request) => Promise<Row[] | Looked<Row>>,
): Promise<Page<Row>> {
  const found = await read({ ...request, limit: request.limit + 1 });
  const { rows, end } = Array.isArray(found) ? { rows: found, end: undefined } : found;
  if (rows.length > request.limit) return { rows: rows.slice(0, request.limit), hasMore: true };
  return { rows, hasMore: end !== undefined, next: end };
}
