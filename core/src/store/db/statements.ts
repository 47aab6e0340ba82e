import { channel } from "node:diagnostics_channel";
import type { Engine } from "./dialect.ts";

export interface Statement {
  engine: Engine;
  text: string;
}

const statements = channel("merit:db:statement");

/** Says what a store is about to run: only tests listen, to check how the database carries it out. */
export function tell(engine: Engine, text: string): void {
  if (statements.hasSubscribers) statements.publish({ engine, text } satisfies Statement);
}

export const onStatement = (listen: (statement: Statement) => void): void =>
  statements.subscribe((statement) => listen(statement as Statement));
