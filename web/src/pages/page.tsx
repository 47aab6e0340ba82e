import type { ReactNode } from "react";

/** A page with its title, and what can be done there. */
export function Page({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <div className="stack">
      <title>{`${title} · Merit`}</title>
      <div className="heading">
        <h1>{title}</h1>
        {actions && <div className="actions">{actions}</div>}
      </div>
      {children}
    </div>
  );
}
