import { Link, type LinkProps, Outlet } from "@tanstack/react-router";

export interface Tab {
  /** Path below /app. */
  to: NonNullable<LinkProps["to"]>;
  title: string;
}

/** The pages of one group, with a line of links to each of them. */
export function Area({ name, tabs }: { name: string; tabs: readonly Tab[] }) {
  return (
    <>
      <nav className="tabs" aria-label={name}>
        {tabs.map(({ to, title }) => (
          <Link key={to} to={to} activeOptions={{ exact: to === tabs[0]?.to }}>
            {title}
          </Link>
        ))}
      </nav>
      <Outlet />
    </>
  );
}
