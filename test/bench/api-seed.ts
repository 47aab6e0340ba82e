import { join } from "node:path";
import { MOST_LOG_PAGES } from "@merit/core/store/db/sqlite/open.ts";
import { createCampaign, createMerchant, type World } from "@merit/core/testing/world.ts";
import BetterSqlite3 from "better-sqlite3";

export const ROWS = 1_000_000;

export interface Seeded {
  key: string;
  campaignId: number;
  merchantId: number;
}

/** Seeds a database for both servers: a merchant with a campaign and a million paid rewards. */
export async function seed(world: World): Promise<Seeded> {
  const { merchant, apiKey } = await createMerchant(world.context);
  const campaign = await createCampaign(world.context, merchant.id, { budget: 10n ** 18n });
  const client = openFile(world);
  client
    .prepare(`
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < :rows)
      insert into reward_issuances (merchant_id, idempotency_key, campaign_id, wallet_address, amount, status, number, reference,
        tx_hash, attempts, created_at, updated_at)
      select :merchant, 'order-' || n, :campaign, 'GARQVJB47XR46JVTDZXLMX3NOJR5247V7T4ZDWQSNIK3ZZJUUWRL4D5N', 10000000, 'confirmed', n,
        lower(hex(randomblob(8))), lower(hex(randomblob(32))), 1, :now, :now from numbers`)
    .run({ rows: ROWS, merchant: merchant.id, campaign: campaign.id, now: Date.now() });
  client.prepare("update campaigns set next_number = ? where id = ?").run(ROWS + 1, campaign.id);
  client.exec("analyze");
  client.pragma("wal_checkpoint(TRUNCATE)");
  client.close();
  return { key: apiKey, campaignId: campaign.id, merchantId: merchant.id };
}

/** The database with the settings of core/src/store/db/sqlite/open.ts. */
export function openFile(world: World): BetterSqlite3.Database {
  const client = new BetterSqlite3(join(world.folder, "merit.db"));
  client.pragma("journal_mode = WAL");
  client.pragma("synchronous = FULL");
  client.pragma("foreign_keys = ON");
  client.pragma(`wal_autocheckpoint = ${MOST_LOG_PAGES}`);
  return client;
}
