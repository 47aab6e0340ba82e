import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type BodyOf, type Endpoint, LIVE, type Role, read, type useCall } from "../api.ts";
import { Button, type Column, Shown, Table } from "./ui.tsx";

/** How often a list is asked again of which a row is waiting. */
const WAITING_MS = 1_000;

/** A page looks at a bounded number of records, of which none may be shown. */
const ON_NEXT = "Nothing is on this page. The next one may have more.";

/** Row of a list that the API gives in pages. */
export type RowOf<E extends Endpoint> = BodyOf<E> extends { data: (infer Row)[] } ? Row : never;

interface ListProps<E extends Endpoint> {
  as?: Role;
  endpoint: E;
  /** Parameters of the path, and conditions. */
  request?: Parameters<typeof useCall<E>>[2];
  caption: string;
  columns: readonly Column<RowOf<E>>[];
  keyOf(row: RowOf<E>): string | number;
  /** Says what to do when there is nothing. */
  empty: ReactNode;
  /** True if a row changes soon without an event that says so. The list is then asked again. */
  isWaiting?(row: RowOf<E>): boolean;
  /** True if rows change or come without an event that says so. The list is then asked again every few seconds. */
  isLive?: boolean;
}

interface Page<Row> {
  data: Row[];
  next_cursor: string | null;
}

/** A list of the API, page by page. Other conditions begin at the first page. */
export const List = <E extends Endpoint>(props: ListProps<E>) => (
  <Pages key={JSON.stringify(plain(props))} {...props} />
);

/** The compiler can't join the requests of all lists, so this is stated without them. */
const plain = (props: { request?: unknown }) => (props.request ?? {}) as { params?: object; query?: object };

function Pages<E extends Endpoint>({ as = "merchant", endpoint, isWaiting, isLive, ...table }: ListProps<E>) {
  /** Where each page begins, up to the one that is shown. */
  const [cursors, setCursors] = useState<string[]>([]);
  const { params, query } = plain(table);
  const whole = { params, query: { ...query, limit: 20, cursor: cursors.at(-1) } };
  const page = useQuery({
    queryKey: [as, endpoint, whole],
    queryFn: async () => (await read(as, endpoint, whole)).body as Page<RowOf<E>>,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => {
      if (isWaiting !== undefined && data?.data.some(isWaiting)) return WAITING_MS;
      return isLive === true && LIVE.refetchInterval;
    },
  });
  return (
    <Shown of={page}>
      {({ data, next_cursor }) => (
        <>
          <Table rows={data} {...table} {...(next_cursor !== null && { empty: ON_NEXT })} />
          {(next_cursor !== null || cursors.length > 0) && (
            <nav className="pager" aria-label={`Pages of ${table.caption}`}>
              <Button size="sm" disabled={cursors.length === 0} onClick={() => setCursors(cursors.slice(0, -1))}>
                Previous
              </Button>
              <span aria-live="polite">Page {cursors.length + 1}</span>
              <Button
                size="sm"
                disabled={next_cursor === null || page.isPlaceholderData}
                onClick={() => next_cursor && setCursors([...cursors, next_cursor])}
              >
                Next
              </Button>
            </nav>
          )}
        </>
      )}
    </Shown>
  );
}
