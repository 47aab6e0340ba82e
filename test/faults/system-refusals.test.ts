import { expect, test } from "vitest";
import { Book } from "../support/book.ts";
import { sharedWorld } from "../support/fixture.ts";
import { metric, readMetrics } from "../support/metrics.ts";
import { Operator } from "../support/operator.ts";
import { PATIENCE_MS } from "../support/processes.ts";
import type { World } from "../support/world.ts";

// A refusal of the system is not the fault of a reward: rewards wait without using attempts, for as long as it takes, and operators
// see it in GET /ready and in a metric.

/** Few attempts and short pauses: a reward that doesn't wait has failed by the time of the check. */
const ENV = { WORKER_MAX_ATTEMPTS: "2" };

const POLLING = { timeout: PATIENCE_MS, interval: 100 };

interface Trouble {
  name: string;
  /** Cause as the metric names it. */
  cause: string;
  /** A restart in between tries all of them again. */
  isRestarted?: boolean;
  begin: (world: World, operator: Operator) => Promise<unknown>;
  afterIssue?: (world: World, operator: Operator) => Promise<unknown>;
  end: (world: World, operator: Operator) => Promise<unknown>;
}

const open = sharedWorld(ENV, { proxied: true });

const LIMIT = 1_000_000_000_000_000n;

const troubles: Trouble[] = [
  {
    name: "the distributor's role is revoked",
    cause: "role",
    isRestarted: true,
    begin: (_, operator) => operator.revokeDistributor(),
    end: (_, operator) => operator.grantDistributor(),
  },
  {
    name: "the pool is paused",
    cause: "stopped",
    begin: (_, operator) => operator.pausePool(),
    end: (_, operator) => operator.unpausePool(),
  },
  {
    name: "the pool's limit is cut below a reward",
    cause: "limit",
    // A reward above the limit would be refused at once: the limit is cut while accepted ones wait for another reason.
    begin: async ({ proxy }) => proxy.tell({ method: "simulateTransaction", kind: "dear", by: 10_000 }),
    afterIssue: async ({ proxy }, operator) => {
      await operator.cutPoolLimit(1n);
      proxy.tell();
    },
    end: (_, operator) => operator.raisePoolLimit(LIMIT),
  },
  {
    name: "the ledger asks a fee above the service's cap",
    cause: "fee",
    begin: async ({ proxy }) => proxy.tell({ method: "simulateTransaction", kind: "dear", by: 10_000 }),
    end: async ({ proxy }) => proxy.tell(),
  },
  {
    name: "the pool holds less than its books say",
    cause: "pool",
    begin: async ({ proxy }) => proxy.tell({ method: "simulateTransaction", kind: "refused", by: 13_033 }),
    end: async ({ proxy }) => proxy.tell(),
  },
];

for (const { name, cause, isRestarted, begin, afterIssue, end } of troubles) {
  test(`${name}: rewards wait until it is over, and operators see why`, async () => {
    const world = await open();
    const book = await Book.open(world, { merchants: 1 });
    const operator = new Operator(world);
    await begin(world, operator);
    await book.issue(40, { fails: null });
    await afterIssue?.(world, operator);

    const told = async (label: string) => {
      await expectNoneFailed(book);
      const blocked = metric(await readMetrics(world), "merit_payouts_blocked", label);
      return { ready: await isTold(world), isBlocked: blocked > 0 };
    };
    await expect.poll(() => told(`cause="${cause}"`), POLLING).toEqual({ ready: true, isBlocked: true });
    if (isRestarted) {
      await world.server.kill("SIGTERM");
      await world.startServer(ENV, "health");
      // It can't even begin to pay, for which there are other causes.
      await expect.poll(() => told(""), POLLING).toEqual({ ready: true, isBlocked: true });
    }

    await end(world, operator);
    await book.expectExact();
  });
}

async function expectNoneFailed(book: Book): Promise<void> {
  const { body } = await book.merchant().get("/rewards/issuances?status=failed&limit=1");
  expect(body.data.map(({ error_message }: { error_message: string }) => error_message)).toEqual([]);
}

/** True if GET /ready says something about payouts. */
async function isTold({ api }: World): Promise<boolean> {
  const { checks } = (await api.get("/ready")).body;
  const { database: _, rpc: __, indexer: ___, ...payouts } = checks;
  return Object.values(payouts).some((check) => (check as { detail?: string }).detail !== undefined);
}
