import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { api, type BodyOf } from "../../../api.ts";
import { useMerchant } from "../../../session/session.ts";

export type EventFilter = Record<string, string | undefined>;
export type ContractEvent = BodyOf<"GET /contract-events">["data"][number];

const PAGE = 100;
/** Events come in bursts: the table is drawn once for those of a moment. */
const DRAW_MS = 200;

/** Contract events, newest first: as many pages as were asked for, and what has happened since. */
export function useEvents(query: EventFilter, isLive: boolean) {
  const older = useInfiniteQuery({
    queryKey: ["contract-events", query],
    queryFn: async ({ pageParam: cursor }) =>
      (await api.merchant.call("GET /contract-events", { query: { ...query, order: "desc", limit: PAGE, cursor } }))
        .body,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    // The stream brings what is new.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // Comparing all pages with those before would take longer with each page.
    structuralSharing: false,
  });
  const [newer, setNewer] = useState<ContractEvent[]>([]);
  const isReady = older.isSuccess;
  // A stream ends with the session. After it, all pages are read anew, which then have what the stream had brought.
  const isIn = useMerchant().self !== null;
  const last = newer[0]?.id ?? older.data?.pages[0]?.data[0]?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a stream that runs knows its position by itself
  useEffect(() => {
    if (!isLive || !isReady || !isIn) return;
    const control = new AbortController();
    void follow(query, last, control.signal, (events) => setNewer((known) => [...events, ...known]));
    return () => control.abort();
  }, [isLive, isReady, isIn, JSON.stringify(query)]);
  const pages = older.data?.pages;
  const lists = useMemo(() => {
    const newest = pages?.[0]?.data[0]?.id ?? "";
    return [newer.filter(({ id }) => id > newest), ...(pages?.map(({ data }) => data) ?? [])];
  }, [newer, pages]);
  return { lists, added: newer.length, older };
}

/** Rows of lists that follow one another. To join the lists would copy all their rows whenever there are more. */
export function rowsOf<Row>(lists: readonly (readonly Row[])[], first: number, end: number): Row[] {
  const rows: Row[] = [];
  let start = 0;
  for (const list of lists) {
    if (start >= end) break;
    if (start + list.length > first) rows.push(...list.slice(Math.max(0, first - start), end - start));
    start += list.length;
  }
  return rows;
}

/** Hands on events as they happen, newest first. The client connects again by itself. */
async function follow(
  query: EventFilter,
  after: string | undefined,
  signal: AbortSignal,
  onEvents: (events: ContractEvent[]) => void,
): Promise<void> {
  let waiting: ContractEvent[] = [];
  const draw = () => {
    onEvents(waiting);
    waiting = [];
  };
  try {
    for await (const { data } of api.merchant.stream("GET /contract-events", {
      query: { ...query, after },
      signal,
    })) {
      if (!data) continue;
      if (waiting.length === 0) setTimeout(draw, DRAW_MS);
      waiting = [data, ...waiting];
    }
  } catch {
    // The page's own calls show the reason, such as a key that was revoked.
  }
}
