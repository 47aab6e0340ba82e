import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { AnyPgTable } from "drizzle-orm/pg-core";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { schemaTables } from "../tables.ts";
import { mirror } from "./mirror.ts";

// `node src/store/db/postgres/generate.ts NAME` in core writes the next migration for PostgreSQL, as `drizzle-kit generate` does for SQLite.

const folder = new URL("./migrations/", import.meta.url);
const journalFile = new URL("meta/_journal.json", folder);

interface Journal {
  version: string;
  dialect: string;
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
}

/** Parts of the schema that the migrations lack: the statements, and drizzle-kit's description of the new state. */
export async function missing(journal: Journal) {
  const { generateDrizzleJson, generateMigration } = await import("drizzle-kit/api");
  const tables = new Map((await schemaTables()).map((table) => [getTableConfig(table).name, table]));
  const mirrors = new Map<string, AnyPgTable>();
  const mirrorOf = (name: string): AnyPgTable => {
    const known = mirrors.get(name) ?? mirror(tables.get(name) as SQLiteTable, mirrorOf);
    mirrors.set(name, known);
    return known;
  };
  const last = journal.entries.at(-1);
  const before = last
    ? JSON.parse(readFileSync(new URL(`meta/${prefix(last.idx)}_snapshot.json`, folder), "utf8"))
    : generateDrizzleJson({});
  const after = generateDrizzleJson(
    Object.fromEntries([...tables.keys()].map((name) => [name, mirrorOf(name)])),
    before.id,
  );
  return { statements: await generateMigration(before, after), snapshot: after };
}

const prefix = (index: number) => String(index).padStart(4, "0");

export const readJournal = (): Journal => JSON.parse(readFileSync(journalFile, "utf8"));

if (import.meta.main) {
  const [name] = process.argv.slice(2);
  if (!name || !/^[a-z0-9_]+$/.test(name))
    throw new Error("Name the migration: lower-case letters, digits, underscores.");
  mkdirSync(new URL("meta/", folder), { recursive: true });
  const journal = readJournal();
  const { statements, snapshot } = await missing(journal);
  const idx = journal.entries.length;
  const tag = `${prefix(idx)}_${name}`;
  journal.entries.push({ idx, version: "7", when: Date.now(), tag, breakpoints: true });
  writeFileSync(new URL(`${tag}.sql`, folder), statements.join("--> statement-breakpoint\n"));
  writeFileSync(new URL(`meta/${prefix(idx)}_snapshot.json`, folder), `${JSON.stringify(snapshot, null, 2)}\n`);
  writeFileSync(journalFile, `${JSON.stringify(journal, null, 2)}\n`);
  process.stdout.write(`${tag}.sql: ${statements.length} statements\n`);
}
