import { type AnyRoute, createRoute, type lazyRouteComponent } from "@tanstack/react-router";

type Search = Record<string, string | number | undefined>;

/** Makes the pages of an area. A page's address may hold the conditions of its list. */
export const pagesOf =
  <Area extends AnyRoute>(area: Area) =>
  <const Path extends string>(path: Path, component: ReturnType<typeof lazyRouteComponent>) =>
    createRoute({
      getParentRoute: () => area,
      path,
      component,
      validateSearch: (search: Record<string, unknown>): Search => search as Search,
    });
