import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readJournal } from "./generate.ts";

// While processes are replaced one by one, the older ones work on the newer schema. So a migration only adds. One that takes away
// (contracts) says which migration a process must know to live without that: the database refuses older versions from then on.

/** Changes that break, or may break, a process that doesn't know the migration. */
const breaks: [what: string, pattern: RegExp][] = [
  ["drops a table", /\bdrop table\b/i],
  ["drops a column", /\bdrop column\b/i],
  ["renames", /\brename (to|column|constraint)\b/i],
  ["changes a column's type", /\balter column \S+ (set data )?type\b/i],
  ["takes away a default", /\balter column \S+ drop default\b/i],
  ["forbids null", /\balter column \S+ set not null\b/i],
  ["adds a column that others leave empty", /\badd column(?!.*\bdefault\b).*\bnot null\b/i],
  ["adds a rule for rows", /\badd (constraint|check|foreign key|unique|primary key)\b/i],
];

const needed = (sql: string) => /^comment on table drizzle\.__drizzle_migrations is '(\w+)';?$/im.exec(sql)?.[1];

/** Faults of a migration, given the earlier ones. */
function faults(sql: string, earlier: readonly string[]): string[] {
  const tables = new Set([...sql.matchAll(/\bcreate table "?(\w+)/gi)].map(([, name]) => name));
  const found = sql
    .split("--> statement-breakpoint")
    .map((statement) => statement.replaceAll(/--.*$|\$\$.*?\$\$|'[^']*'/gms, "").replaceAll(/\s+/g, " "))
    .flatMap((statement) => {
      const isNew = tables.has(/\balter table "?(\w+)/i.exec(statement)?.[1]);
      const isUnique = !tables.has(/\bcreate unique index .* on "?(?:public"?\."?)?(\w+)/i.exec(statement)?.[1]);
      const kinds = breaks.filter(([, pattern]) => !isNew && pattern.test(statement)).map(([what]) => what);
      if (/\bcreate unique index\b/i.test(statement) && isUnique) kinds.push("adds a unique key to rows of others");
      return kinds;
    });
  const version = needed(sql);
  if (version === undefined) return found;
  return earlier.includes(version) ? [] : [`needs ${version}, which is no earlier migration`];
}

it("a migration takes nothing away from older versions, unless it says which versions it leaves behind", () => {
  const tags = readJournal().entries.map(({ tag }) => tag);
  for (const [index, tag] of tags.entries()) {
    // Nobody used a database before its first migration.
    if (index === 0) continue;
    const sql = readFileSync(new URL(`./migrations/${tag}.sql`, import.meta.url), "utf8");
    expect(faults(sql, tags.slice(0, index)), tag).toEqual([]);
  }
});

it.each([
  ['ALTER TABLE "users" ADD COLUMN "region" text;', []],
  ['ALTER TABLE "users" ADD COLUMN "region" text DEFAULT \'\' NOT NULL;', []],
  [
    'CREATE TABLE "shops" ("id" bigint NOT NULL);--> statement-breakpoint\nCREATE UNIQUE INDEX "x" ON "shops" ("id");',
    [],
  ],
  [
    'CREATE TABLE "shops" ("id" bigint);--> statement-breakpoint\nALTER TABLE "shops" ADD CONSTRAINT "x" FOREIGN KEY',
    [],
  ],
  ["CREATE FUNCTION f() RETURNS trigger AS $$ BEGIN\nDROP TABLE users; END $$;", []],
  ["-- We will drop table users later.\nCREATE INDEX a ON users (id);", []],
  ['ALTER TABLE "users" ADD COLUMN "region" text NOT NULL;', ["adds a column that others leave empty"]],
  ['ALTER TABLE "users" DROP COLUMN "region";', ["drops a column"]],
  ['ALTER TABLE "users" RENAME COLUMN "region" TO "place";', ["renames"]],
  ['ALTER TABLE "users" ALTER COLUMN "region" SET DATA TYPE bigint;', ["changes a column's type"]],
  ['ALTER TABLE "users" ALTER COLUMN "region" SET NOT NULL;', ["forbids null"]],
  ['CREATE UNIQUE INDEX "users_by_name" ON "users" ("name");', ["adds a unique key to rows of others"]],
  ["DROP TABLE users;--> statement-breakpoint\nCOMMENT ON TABLE drizzle.__drizzle_migrations IS '0001_a';", []],
  ["COMMENT ON TABLE drizzle.__drizzle_migrations IS '0009_b';", ["needs 0009_b, which is no earlier migration"]],
])("%s", (sql, expected) => expect(faults(sql, ["0001_a"])).toEqual(expected));
