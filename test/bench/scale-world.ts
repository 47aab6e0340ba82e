// A context of `bench scale` on either database, with a merchant, a campaign and rows.

import { join } from "node:path";
import { createCampaign, createMerchant, createWorld, type World } from "@merit/core/testing/world.ts";
import BetterSqlite3 from "better-sqlite3";
import { Client } from "pg";
import { FILLED, fill, type Range, ROWS_PER_USER, type Target } from "./scale-fill.ts";

/** Rows that are added in one transaction. */
const AT_ONCE = 20_000 * ROWS_PER_USER;

export interface Seeded {
  key: string;
  merchantId: number;
  campaignId: number;
}

/** Nobody reaches the limits, and nobody is exempt from them. */
const UNLIMITED = {
  RATE_LIMIT_WHITELIST: "192.0.2.1",
  RATE_LIMIT_ISSUE: "10000000",
  RATE_LIMIT_CREDENTIAL: "10000000",
  LOG_LEVEL: "info",
};

export const openWorld = (url?: string): World =>
  createWorld({ ...UNLIMITED, ...(url !== undefined && { DATABASE_URL: url }) });

export interface Filler extends AsyncDisposable {
  fill(range: Pick<Range, "from" | "to">): Promise<void>;
  /** Bytes of a row of each table, with its part of the indexes. */
  bytesPerRow(): Promise<Record<string, number>>;
}

export async function seed(world: World): Promise<Seeded> {
  const { merchant, apiKey } = await createMerchant(world.context);
  const campaign = await createCampaign(world.context, merchant.id, { budget: 10n ** 18n });
  return { key: apiKey, merchantId: merchant.id, campaignId: campaign.id };
}

export async function filler(world: World, seeded: Seeded): Promise<Filler> {
  const open = world.context.db.engine === "sqlite" ? openFile(world) : await openServer(world);
  return {
    async fill(range) {
      // In parts: a transaction of ten million rows would take hours to index what it holds.
      for (let from = range.from; from <= range.to; from += AT_ONCE) {
        await fill(open, { from, to: Math.min(from + AT_ONCE - 1, range.to), ...seeded });
      }
      await open.run(`update campaigns set next_number = ${range.to + 1} where id = ${seeded.campaignId}`);
      await open.settle();
    },
    async bytesPerRow() {
      const bytes: Record<string, number> = {};
      for (const table of Object.keys(FILLED)) bytes[table] = await open.bytes(table);
      return bytes;
    },
    [Symbol.asyncDispose]: () => open.close(),
  };
}

interface Opened extends Target {
  bytes(table: string): Promise<number>;
  /** Statistics, and what a server does in the background. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

function openFile(world: World): Opened {
  const client = new BetterSqlite3(join(world.folder, "merit.db"));
  client.pragma("synchronous = OFF");
  // It writes a user's words again for each wallet, which would be most of the fill's time. Nothing here searches for wallets.
  client.exec("drop trigger search_wallet_linked");
  return {
    engine: "sqlite",
    run: async (sql) => void client.exec(sql),
    async bytes(table) {
      const { bytes } = client
        .prepare(
          "select sum(pgsize) as bytes from dbstat where name = :table or name in (select name from sqlite_schema where tbl_name = :table)",
        )
        .get({ table }) as { bytes: number };
      const { count } = client.prepare(`select count(*) as count from ${table}`).get() as { count: number };
      return bytes / count;
    },
    async settle() {
      client.pragma("wal_checkpoint(TRUNCATE)");
    },
    close: async () => void client.close(),
  };
}

async function openServer(world: World): Promise<Opened> {
  const client = new Client({ connectionString: world.context.settings.databaseUrl ?? "" });
  await client.connect();
  await client.query("set synchronous_commit = off");
  return {
    engine: "postgres",
    run: async (sql) => void (await client.query(sql)),
    async bytes(table) {
      const { rows } = await client.query(
        `select pg_total_relation_size('${table}')::float8 / (select count(*) from ${table}) as bytes`,
      );
      return rows[0].bytes;
    },
    async settle() {
      for (const table of ["users", "reward_issuances", "point_transactions"])
        await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`);
      await client.query("vacuum analyze");
      await client.query("checkpoint");
    },
    close: () => client.end(),
  };
}
