import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { missing, readJournal } from "./postgres/generate.ts";
import { facts } from "./schema/facts.ts";
import { openDatabase } from "./sqlite/open.ts";

const core = fileURLToPath(new URL("../..", import.meta.url));

it("the migrations hold everything that the schema says", { timeout: 60_000 }, () => {
  const before = readdirSync(join(core, "src/db/migrations"));
  const kit = fileURLToPath(import.meta.resolve("drizzle-kit")).replace(/index\.\w+$/, "bin.cjs");
  const output = execFileSync(process.execPath, [kit, "generate"], { cwd: core, encoding: "utf8" });
  expect(output).toContain("No schema changes");
  expect(readdirSync(join(core, "src/db/migrations"))).toEqual(before);
});

it("the migrations for PostgreSQL hold it too", async () => {
  expect((await missing(readJournal())).statements).toEqual([]);
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
