import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as campaigns from "../campaigns/service.ts";
import type { Campaign } from "../campaigns/store.ts";
import { keysPath } from "../chain/chain.ts";
import { createMissingKeys, serviceRoles } from "../chain/keys.ts";
import type { Context } from "../context/context.ts";
import { createContext } from "../context/create.ts";
import { registerStored } from "../health/stored-metrics.ts";
import { createLogger } from "../logger.ts";
import * as merchants from "../merchants/service.ts";
import { loadSettings } from "../settings/settings.ts";
import { createTestChain, type TestChain } from "./chain.ts";

/** A context on a real database file in a data folder of its own. */
export interface World extends AsyncDisposable {
  context: Context;
  chain: TestChain;
  folder: string;
  /** Everything that was logged, as text. */
  logs: string[];
}

/** Public networks don't start without one. */
const JWT_SECRET = "a secret of tests, long enough for HMAC-SHA256";

export function createWorld(env: Record<string, string> = {}): World {
  const folder = mkdtempSync(join(tmpdir(), "merit-test-"));
  const settings = loadSettings({ MERIT_DATA_DIR: folder, PORT: "0", LOG_LEVEL: "debug", JWT_SECRET, ...env });
  createMissingKeys(keysPath(settings), serviceRoles);
  const chain = createTestChain();
  const logs: string[] = [];
  const log = createLogger(settings.logLevel, { write: (line) => void logs.push(line) });
  const context = createContext({ settings, log, openChain: () => chain.chain });
  registerStored(context.metrics.registry, context);
  return {
    context,
    chain,
    folder: settings.dataDir,
    logs,
    async [Symbol.asyncDispose]() {
      await context.leaderboard.close();
      await context.db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

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
