import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { Client } from "pg";
import { openPostgres } from "../store/db/postgres/open.ts";

// Databases of tests on a server that belongs to the test run alone (postgres-server.ts starts it).

/** Folder of the server's socket. If it is set, tests run on PostgreSQL. */
export const TEST_POSTGRES = "MERIT_TEST_POSTGRES";

const SOCKET = ".s.PGSQL.5432";
export const TEMPLATE = "merit_template";

export const urlOf = (server: string, database: string) => `postgresql://merit@localhost/${database}?host=${server}`;

export async function administer(server: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: urlOf(server, "postgres") });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Makes the database that all others are copies of. */
export async function createTemplate(server: string): Promise<void> {
  await administer(server, `create database ${TEMPLATE}`);
  const db = openPostgres(urlOf(server, TEMPLATE));
  await db.read((store) => store.run(sql`select 1`));
  await db.close();
}

interface Made {
  url: string;
  /** Connection that stays open for the time between two tests. */
  client: Client;
}

/** Emptied databases of this process: a new one costs 20 times as much. */
const free: Promise<Made>[] = [];

/** A session that a test left behind would go on in a database that the next test has. */
const END_SESSIONS = `select pg_terminate_backend(pid, 60000) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;

/**
 * Empties all tables, without triggers: some refuse to be emptied. Every sequence begins at 1 again, whatever its `last_value`: that is
 * null for one that was set and not used since (`continueIds`).
 */
const EMPTY = `do $$
  declare name text; has_rows boolean;
  begin
    set local session_replication_role = replica;
    for name in select tablename from pg_tables where schemaname = 'public' loop
      execute format('select exists (select from %I)', name) into has_rows;
      if has_rows then execute format('delete from %I', name); end if;
    end loop;
    perform setval(format('%I', sequencename)::regclass, 1, false) from pg_sequences where schemaname = 'public';
  end
$$`;

async function make(server: string): Promise<Made> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await administer(server, `create database ${name} template ${TEMPLATE}`);
  const url = urlOf(server, name);
  const client = new Client({ connectionString: url });
  // The server ends before this process does.
  client.on("error", () => {});
  await client.connect();
  return { url, client };
}

/** An empty database with the newest schema, until it is given back. */
export function takeDatabase(server: string): { url: Promise<string>; giveBack(): Promise<void> } {
  const made = free.pop() ?? make(server);
  made.catch(() => {});
  return {
    url: made.then(({ url }) => url),
    async giveBack() {
      const { client } = await made;
      await client.query(END_SESSIONS);
      await client.query(EMPTY);
      free.push(made);
    },
  };
}

/** Every row of every table. */
export async function dump(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(
      "select query_to_xml(format('select * from %I', tablename), true, true, '')::text as rows from pg_tables where schemaname = 'public'",
    );
    return rows.map((row) => row.rows).join();
  } finally {
    await client.end();
  }
}

interface Cut {
  /** True if the server gets the COMMIT; its answer never comes back. */
  arrives: boolean;
  /** Awaited before the next connection is let through. */
  meanwhile?(): Promise<void>;
}

/** Stands between clients and the server, and cuts a connection at its COMMIT. */
export async function startProxy(server: string) {
  const folder = mkdtempSync(join(tmpdir(), "merit-proxy-"));
  let next: Cut | undefined;
  const state = { cuts: 0 };
  let isOpen = Promise.resolve();
  const listener = createServer(async (client) => {
    client.on("error", () => {});
    await isOpen;
    const upstream = connect(join(server, SOCKET));
    client.on("error", () => upstream.destroy()).on("close", () => upstream.destroy());
    upstream.on("error", () => client.destroy()).on("close", () => client.destroy());
    let cut: Cut | undefined;
    client.on("data", (data) => {
      if (next && data.includes("commit\0")) {
        state.cuts += 1;
        cut = next;
        next = undefined;
        if (!cut.arrives) upstream.destroy();
      }
      upstream.write(data);
    });
    upstream.on("data", (data) => {
      if (!cut || !data.includes("COMMIT\0")) return void client.write(data);
      if (cut.meanwhile) isOpen = cut.meanwhile();
      client.destroy();
    });
  });
  listener.listen(join(folder, SOCKET));
  await once(listener, "listening");
  return {
    get cuts() {
      return state.cuts;
    },
    through: (url: string) => url.replace(server, folder),
    cutNextCommit(how: Cut) {
      next = how;
    },
    async [Symbol.asyncDispose]() {
      listener.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
