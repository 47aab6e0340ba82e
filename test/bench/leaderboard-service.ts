// The API with 1,000,000 users, in a process of its own: `test/bench/leaderboard.ts` starts it and asks it for rebuilds.
import { startService } from "@merit/api/testing/service.ts";
import { refresh } from "@merit/core/programmes/leaderboard/board.ts";
import { createMerchant } from "@merit/core/testing/world.ts";
import BetterSqlite3 from "better-sqlite3";

export type Order = { do: "rebuild" } | { do: "award"; rows: number } | { do: "stop" };
export type Report =
  | { url: string; token: string }
  | { tookMs: number; cpuMs: number; rows: number; users: number }
  | { awarded: number };

const [users = 0, rowsPerUser = 0] = process.argv.slice(2).map(Number);
const DAYS = 60;

const service = await startService({ LOG_LEVEL: "silent" });
const { context } = service.world;
const { merchant } = await createMerchant(context);
const client = new BetterSqlite3(service.world.path);
// Seeding only: the service's own connections keep FULL.
client.pragma("synchronous = OFF");
client.pragma("cache_size = -262144");

function seedUsers(): void {
  const now = Date.now();
  client.exec(`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${users})
    insert into users (first_name, last_name, email, role, referral_code, created_at, updated_at)
    select 'Name' || i, 'Surname', 'bench' || i || '@example.com', 'user', 'bench-' || i, ${now}, ${now} from n`);
}

/** Most users have few points and a few have many, over the last two months; in the order of time, as a ledger is. */
function award(rows: number): void {
  const now = Date.now();
  const first =
    (client.prepare("select coalesce(max(id), 0) + 1 from point_transactions").pluck().get() as number) ?? 1;
  const days = first === 1 ? DAYS : 0;
  client.exec(`
    with recursive n(i) as (select 0 union all select i + 1 from n where i < ${rows - 1})
    insert into point_transactions (user_id, merchant_id, kind, points, cause, available_at, created_at)
    select 1 + (i * 7919) % ${users}, ${merchant.id}, 'award', 1 + abs(random() % 1000) * abs(random() % 1000) / 1000,
      'bench:' || (${first} + i), ${now}, ${now} - ${days} * 86400000 * (1.0 - 1.0 * i / ${rows}) from n`);
}

async function obey(order: Order): Promise<Report | undefined> {
  if (order.do === "award") {
    award(order.rows);
    return { awarded: order.rows };
  }
  if (order.do === "rebuild") {
    const { tookMs, cpuMs, rows, boards } = await refresh(context);
    return { tookMs, cpuMs, rows, users: boards.all.ranking.users.length };
  }
  client.close();
  await service[Symbol.asyncDispose]();
  process.disconnect();
  return undefined;
}

process.on("message", async (order: Order) => {
  const report = await obey(order);
  if (report) process.send?.(report);
});

seedUsers();
award(users * rowsPerUser);
const { accessToken } = await service.user();
process.send?.({ url: service.server.url, token: accessToken } satisfies Report);
