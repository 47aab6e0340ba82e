import { createRootRoute, Link } from "@tanstack/react-router";
import { Heading, Shell } from "../shell.tsx";
import { Failure, Notice } from "../ui/ui.tsx";

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
  errorComponent: ({ error, reset }) => <Failure error={error} retry={reset} />,
});
