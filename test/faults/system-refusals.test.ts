import { expect, test } from "vitest";
import { Book } from "../support/book.ts";
import { startWorld } from "../support/fixture.ts";
import { readMetrics } from "../support/metrics.ts";
import { Operator } from "../support/operator.ts";
import type { World } from "../support/world.ts";

// A refusal of the system is not the fault of a reward: rewards wait without using attempts, for as long as it takes, and operators
// see it in GET /ready and in a metric.

/** Few attempts and short pauses: a reward that doesn't wait has failed by the time of the check. */
const ENV = { WORKER_MAX_ATTEMPTS: "2" };

const POLLING = { timeout: 30_000, interval: 100 };

interface Trouble {
  name: string;
  /** A restart in between tries all of them again. */
  isRestarted?: boolean;
  begin: (world: World, operator: Operator) => Promise<unknown>;
  end: (world: World, operator: Operator) => Promise<unknown>;
}

const LIMIT = 1_000_000_000_000_000n;

const troubles: Trouble[] = [
  {
    name: "the distributor's role is revoked",
    isRestarted: true,
    begin: (_, operator) => operator.revokeDistributor(),
    end: (_, operator) => operator.grantDistributor(),
  },
  {
    name: "the pool is paused",
    begin: (_, operator) => operator.pausePool(),
    end: (_, operator) => operator.unpausePool(),
  },
  {
    name: "the pool's limit is cut below a reward",
    begin: (_, operator) => operator.cutPoolLimit(1n),
    end: (_, operator) => operator.raisePoolLimit(LIMIT),
  },
  {
    name: "the ledger asks a fee above the service's cap",
    begin: async ({ proxy }) => proxy.tell({ method: "simulateTransaction", kind: "dear", by: 10_000 }),
    end: async ({ proxy }) => proxy.tell(),
  },
  {
    name: "the pool holds less than its books say",
    begin: async ({ proxy }) => proxy.tell({ method: "simulateTransaction", kind: "refused", by: 13_033 }),
    end: async ({ proxy }) => proxy.tell(),
  },
];

for (const { name, isRestarted, begin, end } of troubles) {
  test(`${name}: rewards wait until it is over, and operators see why`, async () => {
    const world = await startWorld(ENV, { proxied: true });
    const book = await Book.open(world, { merchants: 1 });
    const operator = new Operator(world);
    const calm = await seriesAboveZero(world);
    await begin(world, operator);
    await book.issue(40, { fails: null });

    const told = async () => {
      await expectNoneFailed(book);
      const alarms = [...(await seriesAboveZero(world))].filter((series) => !calm.has(series));
      return { ready: await isTold(world), metric: alarms.length > 0 };
    };
    await expect.poll(told, POLLING).toEqual({ ready: true, metric: true });
    if (isRestarted) {
      await world.server.kill("SIGTERM");
      await world.startServer(ENV, "health");
      await expect.poll(told, POLLING).toEqual({ ready: true, metric: true });
    }

    await end(world, operator);
    await book.expectExact();
  });
}

async function expectNoneFailed(book: Book): Promise<void> {
  const { body } = await book.merchant().get("/rewards/issuances?status=failed&limit=1");
  expect(body.data.map(({ error_message }: { error_message: string }) => error_message)).toEqual([]);
}

/** Whether GET /ready says something about payouts. */
async function isTold({ api }: World): Promise<boolean> {
  const { checks } = (await api.get("/ready")).body;
  const { database: _, rpc: __, indexer: ___, ...payouts } = checks;
  return Object.values(payouts).some((check) => (check as { detail?: string }).detail !== undefined);
}

/** Names and labels of metrics above zero, without those that waiting rewards and busy channels always raise. */
async function seriesAboveZero(world: World): Promise<Set<string>> {
  const usual =
    /^merit_(jobs|jobs_finished_total|job_oldest_due_seconds|channels|silence_seconds|indexer_\w+|scheduled_runs_total)\{?/;
  const lines = (await readMetrics(world)).filter((line) => !usual.test(line) && Number(line.split(" ").at(-1)) > 0);
  return new Set(lines.map((line) => line.slice(0, line.lastIndexOf(" "))));
}
