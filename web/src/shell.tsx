import { Link, Outlet } from "@tanstack/react-router";
import { Suspense } from "react";
import { LogOut } from "./session/log-out.tsx";
import { useUser } from "./session/session.ts";
import { useTheme } from "./theme.ts";
import { Button, Loading } from "./ui/ui.tsx";
import { SigningPlace } from "./wallet/signing.tsx";

const places = [
  ["/wallet", "Wallet"],
  ["/merchant", "Merchant"],
  ["/dev", "Developer"],
] as const;

/** The frame of every page: it links to the others and shows who is logged in. */
export function Shell() {
  const { theme, toggle } = useTheme();
  return (
    <div className="shell">
      <a className="skip" href="#page">
        Skip to the page
      </a>
      <header className="top">
        <a href="/" title="Start page">
          <strong>Merit</strong>
        </a>
        <nav aria-label="Main">
          {places.map(([to, title]) => (
            <Link key={to} to={to}>
              {title}
            </Link>
          ))}
          <AdminLink />
        </nav>
        <Button
          size="sm"
          look="tertiary"
          onClick={toggle}
          aria-label={`Use the ${theme === "dark" ? "light" : "dark"} theme`}
        >
          {theme === "dark" ? "Light" : "Dark"}
        </Button>
      </header>
      <main id="page" tabIndex={-1}>
        <Suspense fallback={<Loading />}>
          <SigningPlace>
            <Outlet />
          </SigningPlace>
        </Suspense>
      </main>
    </div>
  );
}

function AdminLink() {
  const { self } = useUser();
  return self?.role === "admin" ? <Link to="/admin">Administration</Link> : null;
}

/** Title of a page, with who is logged in there and a way to log out. */
export function Heading({ title, as, name }: { title: string; as?: "merchant" | "user"; name?: string }) {
  return (
    <div className="heading">
      <title>{title === "Merit" ? title : `${title} · Merit`}</title>
      <h1>{title}</h1>
      {as && (
        <div className="actions">
          <span>{name}</span>
          <LogOut as={as} />
        </div>
      )}
    </div>
  );
}
