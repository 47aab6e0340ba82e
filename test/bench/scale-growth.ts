// The same statements on tables that grow: milliseconds of each on both databases, and the bytes of a row.
import { list as listEvents } from "@merit/core/ledger/contract-events/store.ts";
import * as users from "@merit/core/parties/users/store.ts";
import { history } from "@merit/core/parties/wallets/history.ts";
import { accept } from "@merit/core/payouts/rewards/accept.ts";
import * as settle from "@merit/core/payouts/rewards/settle.ts";
import * as rewards from "@merit/core/payouts/rewards/store.ts";
import { balances } from "@merit/core/programmes/points/balances.ts";
import { credit } from "@merit/core/programmes/points/ledger.ts";
import { listOf as listPoints } from "@merit/core/programmes/points/store.ts";
import type { Store } from "@merit/core/store/db/store.ts";
import { emit, listOf as listLog } from "@merit/core/store/event-log/store.ts";
import * as jobs from "@merit/core/store/jobs/jobs.ts";
import type { Payloads } from "@merit/core/store/jobs/payloads.ts";
import type { World } from "@merit/core/testing/world.ts";
import { percentile } from "./figures.ts";
import { FILLED, ROWS_PER_USER, walletOf } from "./scale-fill.ts";
import { filler, openWorld, type Seeded, seed } from "./scale-world.ts";

const SIZES = [10_000, 100_000];
const LONG = [...SIZES, 1_000_000, 10_000_000];
const SAMPLES = 200;
/** Numbers kept free: more than the cases add to a table. */
const ADDED = 20_000;
/** Rewards that arrive at the same time. */
const AT_ONCE = 50;

interface Case {
  name: string;
  run(world: World, seeded: Seeded, rows: Added): Promise<unknown>;
}

/** The numbers of the rows that were added last. */
interface Added {
  from: number;
  to: number;
}

const random = ({ from, to }: Added) => from + Math.floor(Math.random() * (to - from));
const user = (rows: Added) => Math.floor(random(rows) / ROWS_PER_USER) + 1;
const read =
  (query: (store: Store, seeded: Seeded, rows: Added) => Promise<unknown>): Case["run"] =>
  ({ context: { db } }, seeded, rows) =>
    db.read((store) => query(store, seeded, rows));
const page = { limit: 20 };

const cases: Case[] = [
  { name: "a reward by its id", run: read((store, _, rows) => rewards.byId(store, random(rows))) },
  {
    name: "a reward by its merchant's key",
    run: read((store, { merchantId }, rows) => rewards.byKeys(store, [{ merchantId, key: `order-${random(rows)}` }])),
  },
  {
    name: "a page of a merchant's rewards, anywhere",
    run: read((store, { merchantId }, rows) => rewards.listOf(store, merchantId, { before: random(rows), ...page })),
  },
  {
    name: "a page of a merchant's failed rewards",
    run: read((store, { merchantId }) => rewards.listOf(store, merchantId, { status: "failed", ...page })),
  },
  {
    name: "a page of a wallet's rewards",
    run: read((store, { merchantId }, rows) =>
      rewards.listOf(store, merchantId, { wallet_address: walletOf(user(rows)), ...page }),
    ),
  },
  {
    name: "a page of a wallet's history",
    run: read((store, _, rows) => {
      const id = user(rows);
      return history(store, id, walletOf(id), page);
    }),
  },
  {
    name: "a page of contract events, anywhere",
    run: read((store, _, rows) =>
      listEvents(store, {
        order: "desc",
        before: `${String(random(rows)).padStart(19, "0")}-0000000001`,
        ...page,
      } as never),
    ),
  },
  {
    name: "a page of a merchant's events, anywhere",
    run: read((store, { merchantId }, rows) =>
      listLog(store, { merchant_id: merchantId }, { before: random(rows), ...page } as never),
    ),
  },
  { name: "a user by e-mail", run: read((store, _, rows) => users.byLogin(store, `member${user(rows)}@example.com`)) },
  { name: "a user's points", run: read((store, _, rows) => balances(store, user(rows), new Date())) },
  {
    name: "a page of a user's points",
    run: read((store, _, rows) => listPoints(store, { user_id: user(rows) } as never, page as never)),
  },
  {
    name: `${AT_ONCE} rewards, accepted`,
    async run({ context }, { merchantId, campaignId }, rows) {
      const one = () =>
        accept(context, merchantId, {
          ...{ idempotency_key: crypto.randomUUID(), campaign_id: campaignId, amount: 10_000_000n },
          ...{ wallet_address: walletOf(user(rows)), user_id: null },
        });
      await Promise.all(Array.from({ length: AT_ONCE }, one));
    },
  },
  {
    name: `${AT_ONCE} payouts, claimed and settled`,
    async run({ context: { db, settings } }, { campaignId }) {
      const now = new Date();
      const claim = { queue: "reward-issuance", group: String(campaignId), now, limit: AT_ONCE } as const;
      const claimed = await db.commit((store) => jobs.claim(store, claim));
      const paid = claimed.map(({ payload }) => ({
        id: (payload as Payloads["reward-issuance"]).issuance_id,
        txHash: "b".repeat(64),
      }));
      await db.commit(async (store) => {
        await jobs.completeAll(store, claimed);
        await settle.confirm(store, paid, { settings, now });
      });
    },
  },
  {
    name: "points, credited",
    run: ({ context: { db, settings } }, { merchantId }, rows) =>
      db.commit((store) =>
        credit(store, {
          ...{ userId: user(rows), merchantId, kind: "award", points: 10, cause: crypto.randomUUID() },
          ...{ tiers: settings.points.tiers, now: new Date() },
        }),
      ),
  },
  {
    name: `${AT_ONCE} events, stored`,
    run: ({ context: { db } }, { merchantId }) =>
      db.commit((store) =>
        emit(
          store,
          Array.from({ length: AT_ONCE }, (_, objectId) => ({
            ...{ type: "issuance.accepted" as const, merchantId, userId: null, objectId, data: null },
          })),
          new Date(),
        ),
      ),
  },
];

export async function growth(url: string): Promise<void> {
  for (const [name, world] of [
    ["SQLite", openWorld()],
    ["PostgreSQL", openWorld(url)],
  ] as const) {
    await using _ = world;
    await measure(name, world);
  }
}

async function measure(name: string, world: World): Promise<void> {
  const sizes = process.argv.includes("--long") ? LONG : SIZES;
  const seeded = await seed(world);
  await using target = await filler(world, seeded);
  const found = new Map<string, number[]>(cases.map(({ name }) => [name, []]));
  let [from, filled] = [1, 0];
  for (const rows of sizes) {
    const to = from + rows - filled - 1;
    const added = { from, to };
    const began = performance.now();
    await target.fill(added);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    console.log(`${name}: ${rows.toLocaleString("en")} rows of each table are there, the last ones after ${seconds} s`);
    // Rows that the cases add have numbers behind these. The next ones begin with a user's first row.
    [from, filled] = [Math.ceil((to + ADDED) / ROWS_PER_USER) * ROWS_PER_USER, rows];
    for (const { name, run } of cases) {
      const samples: number[] = [];
      for (let index = 0; index < SAMPLES; index += 1) {
        const began = performance.now();
        await run(world, seeded, added);
        samples.push(performance.now() - began);
      }
      found.get(name)?.push(percentile(samples, 0.5));
    }
  }
  console.log(
    `${name}: milliseconds (median of ${SAMPLES}) with ${sizes.map((rows) => rows.toLocaleString("en")).join(", ")} rows`,
  );
  for (const [name, medians] of found) {
    const growth = (medians.at(-1) ?? 0) / (medians[0] ?? 1);
    console.log(`  ${name}: ${medians.map((ms) => ms.toFixed(2)).join(", ")} (${growth.toFixed(1)} times)`);
  }
  const bytes = Object.entries(await target.bytesPerRow()).map(
    ([table, each]) => `${FILLED[table]} ${each.toFixed(0)}`,
  );
  console.log(`  bytes of a row with its part of the indexes: ${bytes.join(", ")}`);
}
