import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import { expect, it } from "vitest";
import { missing, readJournal } from "./postgres/generate.ts";
import { facts } from "./schema/facts.ts";
import { openDatabase } from "./sqlite/open.ts";
import { schemaTables } from "./tables.ts";

it("the migrations hold everything that the schema says", async () => {
  const snapshots = new URL("./migrations/meta/", import.meta.url);
  const last = readdirSync(snapshots)
    .filter((name) => name.endsWith("_snapshot.json"))
    .toSorted()
    .at(-1);
  const before = JSON.parse(readFileSync(new URL(last ?? "", snapshots), "utf8"));
  const { generateSQLiteDrizzleJson, generateSQLiteMigration } = await import("drizzle-kit/api");
  const tables = (await schemaTables()).map((table) => [getTableConfig(table).name, table]);
  const after = await generateSQLiteDrizzleJson(Object.fromEntries(tables), before.id);
  expect(await generateSQLiteMigration(before, after), "write them: `npx drizzle-kit generate` in core").toEqual([]);
});

it("the migrations for PostgreSQL hold it too", async () => {
  const { statements } = await missing(readJournal());
  expect(statements, "write them: `node src/store/db/postgres/generate.ts NAME` in core").toEqual([]);
});

it("opening a database again keeps what is in it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "merit-db-"));
  const path = join(folder, "merit.db");
  const first = openDatabase(path);
  await first.commit(async (store) => void (await store.insert(facts).values({ name: "a", value: "1" })));
  await first.close();
  const second = openDatabase(path);
  expect(await second.read(async (store) => store.select().from(facts))).toEqual([{ name: "a", value: "1" }]);
  await second.close();
  rmSync(folder, { recursive: true });
});
