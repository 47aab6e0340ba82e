import { useSuspenseQuery } from "@tanstack/react-query";
import { api, type BodyOf } from "./api.ts";
import { queries } from "./queries.ts";

/** The service's public description of itself. */
export type Config = BodyOf<"GET /network">;

export const config = {
  queryKey: ["config"],
  queryFn: async () => (await api.nobody.call("GET /network")).body,
  staleTime: Number.POSITIVE_INFINITY,
};

/** Asks for it before any page of an area is drawn, so that none has to hide again what it shows already. */
export const loadConfig = (): void => void queries.prefetchQuery(config);

export const useConfig = (): Config => useSuspenseQuery(config).data;
