/** Keyset pages, newest first: a row that is added meanwhile neither repeats nor hides another. */
export interface PageRequest {
  /** Rows with an id below this one; absent: from the newest. */
  before?: number;
  limit: number;
}

export interface Page<Row> {
  rows: Row[];
  hasMore: boolean;
}

/** Reads one row more than requested, to see whether another page follows. */
export async function toPage<Row, Request extends { limit: number }>(
  request: Request,
  read: (request: Request) => Promise<Row[]>,
): Promise<Page<Row>> {
  const rows = await read({ ...request, limit: request.limit + 1 });
  return { rows: rows.slice(0, request.limit), hasMore: rows.length > request.limit };
}
