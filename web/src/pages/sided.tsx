import "./sided.css";
import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { Suspense, useEffect, useRef } from "react";
import { LogOut } from "../session/log-out.tsx";
import { Loading } from "../ui/ui.tsx";

/** Links by the title of their group; the first of all leads to the area's own page. */
export type Groups = readonly (readonly [title: string, links: readonly (readonly [to: string, text: string])[]])[];

/** An area of many pages: who is logged in and the way to the pages on one side, the page on the other. */
export function Sided({
  area,
  name,
  as,
  groups,
}: {
  area: string;
  name: string;
  as: "merchant" | "user";
  groups: Groups;
}) {
  const first = groups[0]?.[1][0]?.[0];
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On a narrow screen, the links are a line that scrolls.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another link
  useEffect(() => {
    nav.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [pathname]);
  return (
    <div className="sided">
      <div className="side">
        <div className="who">
          <strong>{name}</strong>
          <LogOut as={as} />
        </div>
        <nav ref={nav} aria-label={area}>
          {groups.map(([title, links]) => (
            <ul key={title} aria-label={title}>
              {links.map(([to, text]) => (
                <li key={to}>
                  <Link to={to} activeOptions={{ exact: to === first }}>
                    {text}
                  </Link>
                </li>
              ))}
            </ul>
          ))}
        </nav>
      </div>
      <div className="inside">
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </div>
    </div>
  );
}
