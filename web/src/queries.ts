import { QueryClient } from "@tanstack/react-query";

/** The answers that the pages have. */
export const queries = new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: 5_000 } } });
