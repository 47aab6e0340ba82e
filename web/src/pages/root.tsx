import { createRootRoute, type ErrorComponentProps, Link } from "@tanstack/react-router";
import { queries } from "../queries.ts";
import { Heading, Shell } from "../shell.tsx";
import { Failure, Notice } from "../ui/ui.tsx";

/** In place of a page that can't be shown. */
export function Broken({ error, reset }: ErrorComponentProps) {
  const retry = () => {
    // An answer that failed would fail the page again.
    void queries.resetQueries({ predicate: ({ state }) => state.status === "error" });
    reset();
  };
  return <Failure error={error} retry={retry} />;
}

export const root = createRootRoute({
  component: Shell,
  notFoundComponent: () => (
    <div className="stack">
      <Heading title="Page not found" />
      <Notice tone="warning" title="No page has this address">
        Look for a missing or wrong character in it, or <Link to="/">begin at the overview</Link>.
      </Notice>
    </div>
  ),
  errorComponent: Broken,
});
