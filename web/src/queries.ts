import { QueryClient } from "@tanstack/react-query";

/** By default, a call without a connection would wait for one, and be made then by itself, even after “Cancel”. Here it fails at once. */
const networkMode = "always";

/** The answers that the pages have. */
export const queries = new QueryClient({
  defaultOptions: { queries: { retry: 1, staleTime: 5_000, networkMode }, mutations: { networkMode } },
});
