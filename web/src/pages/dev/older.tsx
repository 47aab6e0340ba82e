import { Link } from "@tanstack/react-router";

/** The way to older ledgers, and back to the newest. `ledger` is the last one that a page shows; the newest without one. */
export function Older({
  to,
  ledger,
  first,
}: {
  to: "/dev/transactions" | "/dev/ledgers";
  ledger: number | undefined;
  /** The first ledger that the page shows. */
  first: number;
}) {
  const look = "Button Button--tertiary Button--md";
  return (
    <div className="actions">
      {ledger !== undefined && (
        <Link className={look} to={to} search={{}}>
          Newest
        </Link>
      )}
      {first > 1 && (
        <Link className={look} to={to} search={{ ledger: first - 1 }}>
          Older
        </Link>
      )}
    </div>
  );
}
