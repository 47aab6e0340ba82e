import BetterSqlite3 from "better-sqlite3";
import type { Client } from "pg";
import type { Source } from "../db/database.ts";
import type { Reading } from "./ledger-reader.ts";

// Connections of the thread's own, which write nothing: they take no part in the commits of the service.

/** Rows of a part. */
const PART = 20_000;

export const openReading = (source: Source): Promise<Reading> =>
  "path" in source ? openFile(source.path) : openServer(source.url);

async function openFile(path: string): Promise<Reading> {
  const client = new BetterSqlite3(path, { readonly: true });
  client.pragma("query_only = ON");
  const prepare = (text: string) => client.prepare<[Record<string, number>]>(text).raw();
  const named = (values: number[]) => Object.fromEntries(values.map((value, index) => [String(index + 1), value]));
  return {
    all: async (text, values) => prepare(text).all(named(values)) as unknown[][],
    async *parts(text, values) {
      let rows: unknown[][] = [];
      for (const row of prepare(text).iterate(named(values)) as Iterable<unknown[]>) {
        if (rows.push(row) < PART) continue;
        yield rows;
        rows = [];
      }
      yield rows;
    },
    indexedBy: (index) => `indexed by ${index}`,
    async close() {
      client.close();
    },
  };
}

async function openServer(url: string): Promise<Reading> {
  const { connect } = await import("../db/postgres/open.ts");
  const client: Client = await connect({
    connectionString: url,
    application_name: "merit leaderboard",
    options: "-c default_transaction_read_only=on",
    // Whole numbers of points and instants are far below 2^53.
    types: { getTypeParser: () => Number },
  });
  const all = async (text: string, values: number[]) =>
    (await client.query<unknown[]>({ text, values, rowMode: "array" })).rows;
  return {
    all,
    async *parts(text, values) {
      await client.query("begin");
      await client.query(`declare parts no scroll cursor for ${text}`, values);
      for (;;) {
        const rows = await all(`fetch ${PART} from parts`, []);
        yield rows;
        if (rows.length < PART) break;
      }
      await client.query("commit");
    },
    indexedBy: () => "",
    close: () => client.end(),
  };
}
