// The service's webhooks, in a process of their own: `test/bench/webhooks.ts` gives it endpoints and events.
import { startCheckpoints } from "@merit/core/store/db/sqlite/checkpoints.ts";
import { emit } from "@merit/core/store/event-log/store.ts";
import { releaseAll } from "@merit/core/store/jobs/jobs.ts";
import { createWorld } from "@merit/core/testing/world.ts";
import { runWebhooks } from "@merit/core/worker/webhook-queue.ts";
import BetterSqlite3 from "better-sqlite3";

export type Order =
  /** An endpoint for each URL, each of a merchant of its own. */
  | { do: "endpoints"; urls: string[] }
  /** So many events for each of the newest `merchants`; answered when all attempts are stored. */
  | { do: "emit"; events: number; merchants: number }
  /** Events at a steady rate, for one merchant after another. */
  | { do: "steady"; perSecond: number; seconds: number; merchants: number }
  /** Does the webhooks' work of a service's start. */
  | { do: "restart" }
  | { do: "stop" };

export interface Report {
  ms: number;
  cpuMs: number;
}

const world = createWorld({ LOG_LEVEL: "silent" });
const { context } = world;
const checkpoints = startCheckpoints(world.path, context.log);
let stopped = new AbortController();
let running = runWebhooks(context, stopped.signal);
const client = new BetterSqlite3(world.path);
client.pragma("busy_timeout = 5000");
let merchants = 0;

function addEndpoints(urls: string[]): void {
  const now = Date.now();
  const merchant = client.prepare(`insert into merchants (id, name, email, created_at) values (?, ?, ?, ${now})`);
  const webhook = client.prepare(
    `insert into webhooks (merchant_id, url, status, salt, after_event, created_at, updated_at)
     values (?, ?, 'enabled', ?, 0, ${now}, ${now})`,
  );
  client.transaction(() => {
    for (const url of urls) {
      merchants += 1;
      merchant.run(merchants, `Shop ${merchants}`, `shop${merchants}@example.com`);
      webhook.run(merchants, url, merchants.toString(16).padStart(32, "0"));
    }
  })();
}

/** Data as large as the event of a paid reward. */
const data = {
  ...{ id: 1, idempotency_key: crypto.randomUUID(), campaign_id: 1, user_id: null, amount: "10", status: "confirmed" },
  wallet_address: "GARQVJB47XR46JVTDZXLMX3NOJR5247V7T4ZDWQSNIK3ZZJUUWRL4D5N",
  ...{ tx_hash: "a".repeat(64), error_message: null, attempts: 1, number: 1 },
  ...{ created_at: new Date().toISOString(), updated_at: new Date().toISOString() },
};
const eventOf = (merchantId: number) =>
  ({ type: "issuance.confirmed", merchantId, userId: null, objectId: 1, data }) as const;

async function emitFor(merchantIds: readonly number[]): Promise<void> {
  await context.db.commit((store) => emit(store, merchantIds.map(eventOf), new Date()));
}

const PER_COMMIT = 100;

async function emitAll({ events, merchants: count }: { events: number; merchants: number }): Promise<Report> {
  const stored = client.prepare("select count(*) from webhook_attempts").pluck();
  const isPending = client.prepare("select 1 from webhook_deliveries where status = 'pending' limit 1").pluck();
  const before = stored.get() as number;
  const total = events * count;
  const owners = Array.from({ length: total }, (_, index) => merchants - (index % count));
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  for (let sent = 0; sent < total; sent += PER_COMMIT) await emitFor(owners.slice(sent, sent + PER_COMMIT));
  while ((stored.get() as number) < before + total || isPending.get() !== undefined) await pause(20);
  const { user, system } = process.cpuUsage(cpu);
  return { ms: performance.now() - began, cpuMs: (user + system) / 1000 };
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function steady({ perSecond, seconds, merchants: count }: Extract<Order, { do: "steady" }>): Promise<Report> {
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  let sent = 0;
  while (sent < perSecond * seconds) {
    const due = Math.min(perSecond * seconds, Math.floor(((performance.now() - began) / 1000) * perSecond));
    // One after another in an order in which those that hang are spread.
    const owners = Array.from({ length: due - sent }, (_, index) => merchants - ((sent + index) % count));
    await emitFor(owners);
    sent = due;
    await pause(10);
  }
  const { user, system } = process.cpuUsage(cpu);
  return { ms: performance.now() - began, cpuMs: (user + system) / 1000 };
}

async function obey(order: Order): Promise<Report | undefined> {
  switch (order.do) {
    case "endpoints":
      addEndpoints(order.urls);
      return { ms: 0, cpuMs: 0 };
    case "emit":
      return emitAll(order);
    case "steady":
      return steady(order);
    case "restart":
      stopped.abort();
      await running;
      await context.db.commit((store) => releaseAll(store));
      stopped = new AbortController();
      running = runWebhooks(context, stopped.signal);
      return { ms: 0, cpuMs: 0 };
    case "stop":
      stopped.abort();
      await running;
      client.close();
      await checkpoints.stop();
      await world[Symbol.asyncDispose]();
      process.disconnect();
      return undefined;
  }
}

process.on("message", async (order: Order) => {
  const report = await obey(order);
  if (report) process.send?.(report);
});
// Nothing is left behind if the bench ends early.
process.on("disconnect", () => process.exit());
process.send?.("ready");
