import { useNavigate, useSearch } from "@tanstack/react-router";
import type { FormEvent, ReactNode } from "react";
import { Button } from "./ui.tsx";

export type Conditions = Record<string, string | undefined>;

/** The conditions of a list, which the page's address holds: they survive a reload, and can be linked to. */
export function useConditions(): [Conditions, (conditions: Conditions) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const present = Object.entries(search).filter(([, value]) => value !== undefined && value !== "");
  const conditions = Object.fromEntries(present.map(([name, value]) => [name, String(value)]));
  return [conditions, (next) => void navigate({ to: ".", search: next as never })];
}

/** A form of conditions above a list. */
export function Filters({
  of: [conditions, set],
  children,
}: {
  of: ReturnType<typeof useConditions>;
  children(conditions: Conditions): ReactNode;
}) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()]);
    set(Object.fromEntries(typed.filter(([, value]) => value !== "")));
  };
  const isSet = Object.keys(conditions).length > 0;
  const hasRoom = matchMedia("(min-width: 40rem)").matches;
  return (
    <details className="folded" open={isSet || hasRoom}>
      <summary>Filter</summary>
      {/* The fields begin anew when the address has changed. */}
      <form key={JSON.stringify(conditions)} className="filters" onSubmit={submit}>
        {children(conditions)}
        <div className="actions">
          <Button type="submit">Apply</Button>
          {isSet && <Button onClick={() => set({})}>Show all</Button>}
        </div>
      </form>
    </details>
  );
}
