import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../../api.ts";

/** Milliseconds between updates: under load, events come faster than a page has to show them. */
const REFRESH_MS = 1_000;

/**
 * Reads what the page shows again as soon as something has happened to the merchant's records. A hidden page waits.
 * @param isIn false while the session has ended
 */
export function useLive(isIn: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!isIn) return;
    let due: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      due ??= setTimeout(() => {
        due = undefined;
        void queries.invalidateQueries({ predicate: ({ queryKey: [first] }) => first === "merchant" });
      }, REFRESH_MS);
    };
    let connection: AbortController | undefined;
    const connect = () => {
      connection?.abort();
      connection = new AbortController();
      if (document.visibilityState === "visible") void follow(connection.signal, refresh);
    };
    const come = () => {
      connect();
      // Whatever happened while nobody looked.
      if (document.visibilityState === "visible") refresh();
    };
    connect();
    document.addEventListener("visibilitychange", come);
    return () => {
      document.removeEventListener("visibilitychange", come);
      connection?.abort();
      clearTimeout(due);
    };
  }, [queries, isIn]);
}

/** The client connects again by itself. What ends it, such as a key that was revoked, the page's own calls tell. */
async function follow(signal: AbortSignal, onEvent: () => void): Promise<void> {
  try {
    for await (const { data } of api.merchant.stream("GET /events", { signal })) if (data) onEvent();
  } catch {
    // The page works without it.
  }
}
