import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databasePath, makeDataFolder } from "../base/data-folder.ts";
import { createLogger } from "../base/logger.ts";
import { loadSettings } from "../base/settings/settings.ts";
import type { Context } from "../context/context.ts";
import { createContext } from "../context/create.ts";
import { keysPath } from "../ledger/chain/chain.ts";
import { createMissingKeys, serviceRoles } from "../ledger/chain/keys.ts";
import { registerStored } from "../operations/health/stored-metrics.ts";
import * as merchants from "../parties/merchants/service.ts";
import * as campaigns from "../programmes/campaigns/service.ts";
import type { Campaign } from "../programmes/campaigns/store.ts";
import { openPostgres } from "../store/db/postgres/open.ts";
import { openDatabase } from "../store/db/sqlite/open.ts";
import { createTestChain, type TestChain } from "./chain.ts";
import { noteOnlyOthers } from "./plans/collect.ts";
import { dump, TEST_POSTGRES, takeDatabase } from "./postgres.ts";

/** A context on a real database of its own: a file in its data folder, or one of PostgreSQL. */
export interface World extends AsyncDisposable {
  context: Context;
  chain: TestChain;
  folder: string;
  /** The database's file, on SQLite. */
  path: string;
  /** Everything that was logged, as text. */
  logs: string[];
  /** Address of the database, for `openAt`. */
  address(): Promise<string>;
  /** All that the database has, as text. */
  stored(): Promise<string>;
}

/** Secret that public networks need to start. */
const JWT_SECRET = "a secret of tests, long enough for HMAC-SHA256";

/** The file of a new database. To copy it takes a twentieth of the time of all migrations, which was most of what a world took. */
const newFile = process.env[TEST_POSTGRES] === undefined ? await makeFile() : undefined;

async function makeFile(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "merit-test-"));
  const path = databasePath(folder);
  await openDatabase(path).close();
  const file = readFileSync(path);
  rmSync(folder, { recursive: true });
  return file;
}

export function createWorld(env: Record<string, string> = {}): World {
  const folder = mkdtempSync(join(tmpdir(), "merit-test-"));
  const settings = loadSettings({ MERIT_DATA_DIR: folder, PORT: "0", LOG_LEVEL: "debug", JWT_SECRET, ...env });
  createMissingKeys(keysPath(settings), serviceRoles);
  const chain = createTestChain();
  const logs: string[] = [];
  const log = createLogger(settings.logLevel, { write: (line) => void logs.push(line) });
  const server = process.env[TEST_POSTGRES];
  const database = server === undefined ? undefined : takeDatabase(server);
  const path = databasePath(settings.dataDir);
  if (newFile && settings.databaseUrl === null && !existsSync(path)) {
    makeDataFolder(settings.dataDir);
    writeFileSync(path, newFile);
  }
  const context = createContext({
    settings,
    log,
    openChain: () => chain.chain,
    ...(database && { openDatabase: (_, notify) => openPostgres(database.url, notify) }),
  });
  noteOnlyOthers(context.db);
  registerStored(context.metrics.registry, context);
  return {
    context,
    chain,
    folder: settings.dataDir,
    path,
    logs,
    address: async () => database?.url ?? path,
    stored: async () => (database ? await dump(await database.url) : fileOf(settings.dataDir)),
    async [Symbol.asyncDispose]() {
      await context.leaderboard.close();
      await context.db.close();
      await database?.giveBack();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The database's file, with the log of what isn't in it yet. */
const fileOf = (folder: string) =>
  ["merit.db", "merit.db-wal"].map((name) => readFileSync(join(folder, name), "latin1")).join("");

let count = 0;

export async function createMerchant({ db, clock, settings }: Context) {
  count += 1;
  const input = { name: `Shop ${count}`, email: `shop${count}@example.com` };
  return db.commit((store) => merchants.register(store, input, { now: clock.now(), settings }));
}

/** An active campaign that started an hour ago, unless `change` says otherwise; one that is over was created at its start. */
export async function createCampaign(
  { db, clock }: Context,
  merchantId: number,
  change: Partial<campaigns.NewCampaign> & { activate?: boolean } = {},
): Promise<Campaign> {
  count += 1;
  const { activate = true, ...input } = change;
  const now = clock.now();
  const hour = 3_600_000;
  const contractCampaignId = count;
  const createdAt = input.starts_at && input.starts_at < now ? input.starts_at : now;
  return db.commit(async (store) => {
    const campaign = await campaigns.create(
      store,
      merchantId,
      {
        name: "Welcome",
        budget: 1_000_0000000n,
        starts_at: new Date(now.getTime() - hour),
        ends_at: new Date(now.getTime() + hour),
        per_wallet_cap: null,
        ...input,
      },
      { now: createdAt },
    );
    if (activate) await campaigns.activate(store, campaign.id, { contractCampaignId, txHash: "a".repeat(64), now });
    return campaigns.get(store, merchantId, campaign.id);
  });
}
