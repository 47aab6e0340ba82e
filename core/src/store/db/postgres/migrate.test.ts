import { Client } from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { TEST_POSTGRES, takeDatabase } from "../../../testing/postgres.ts";
import { eventually } from "../../../testing/wait.ts";
import { facts } from "../schema/facts.ts";
import { readJournal } from "./generate.ts";
import { openPostgres } from "./open.ts";

let database: ReturnType<typeof takeDatabase>;
let client: Client;
beforeEach(async () => {
  database = takeDatabase(process.env[TEST_POSTGRES] as string);
  client = new Client({ connectionString: await database.url });
  await client.connect();
});
afterEach(async () => {
  await client.query("comment on table drizzle.__drizzle_migrations is null");
  await client.query("delete from drizzle.__drizzle_migrations where hash = 'newer'");
  await client.end();
  await database.giveBack();
});

async function read() {
  const db = openPostgres(database.url);
  try {
    return await db.read(async (store) => store.select().from(facts));
  } finally {
    await db.close();
  }
}
const isNeeded = (tag: string) => client.query(`comment on table drizzle.__drizzle_migrations is '${tag}'`);

it("uses a database that has migrations of newer versions", async () => {
  const later = (readJournal().entries.at(-1)?.when ?? 0) + 1;
  await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', $1)", [later]);
  await isNeeded(readJournal().entries.at(-1)?.tag as string);
  expect(await read()).toEqual([]);
});

it("refuses one that was migrated for newer versions only", async () => {
  await isNeeded("9999_newer");
  await expect(read()).rejects.toThrow("too old for the database: it needs one with the migration 9999_newer");
});

it("migrates between two commits of other processes, and waits for nobody when there is nothing to do", async () => {
  const { rows } = await client.query(
    "delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations) returning *",
  );
  await client.query("begin");
  await client.query("select pg_advisory_xact_lock($1)", [0x6d_65_72_69_74]);
  const migrating = read();
  const waits = async () => {
    const found = await client.query("select 1 from pg_locks where locktype = 'advisory' and not granted");
    return found.rowCount;
  };
  await eventually(async () => expect(await waits()).toBe(1));
  const [last] = rows;
  await client.query("insert into drizzle.__drizzle_migrations values ($1, $2, $3)", [
    last.id,
    last.hash,
    last.created_at,
  ]);
  await client.query("commit");
  expect(await migrating).toEqual([]);
  await client.query("begin");
  await client.query("select pg_advisory_xact_lock($1)", [0x6d_65_72_69_74]);
  expect(await read()).toEqual([]);
  await client.query("rollback");
});
