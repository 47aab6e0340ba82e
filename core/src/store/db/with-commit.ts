import type { Database } from "./database.ts";
import { createWriteProbe } from "./write-probe.ts";

/** The same database with other commits. */
export function withCommit(db: Database, commit: Database["commit"]): Database {
  return {
    commit,
    read: (query) => db.read(query),
    readAside: (owner, key, query) => db.readAside(owner, key, query),
    version: () => db.version(),
    checkWritable: createWriteProbe(commit),
    engine: db.engine,
    source: () => db.source(),
    onLoss: (listener) => db.onLoss(listener),
    lead: (wanted) => db.lead(wanted),
    close: () => db.close(),
  };
}
