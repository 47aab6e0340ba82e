import { readFileSync } from "node:fs";

interface Journal {
  entries: { when: number; tag: string }[];
}

/** The migrations of this version by the time of their creation, which the database keeps too; oldest first. */
export function knownMigrations(): { when: number; tag: string }[] {
  const path = new URL("./migrations/meta/_journal.json", import.meta.url);
  return (JSON.parse(readFileSync(path, "utf8")) as Journal).entries.map(({ when, tag }) => ({ when, tag }));
}
