import { expect, inject, it, onTestFailed, onTestFinished } from "vitest";
import { Book } from "../support/book.ts";
import { Cluster } from "../support/cluster.ts";
import { isLong } from "../support/long.ts";
import { until } from "../support/processes.ts";

/** Payouts go on within so many ledgers after what was open is settled. */
const LEDGERS = 3;
/** Between two ledgers of the public networks. */
const LEDGER_MS = 5_000;
/** A leader that shows no life for so long has stopped. */
const STOPPED_MS = 10_000;
/** A take-over after a leader is gone, as the documentation promises it for a machine that has nothing else to do. */
const MOVES_WITHIN_MS = 10_000;
/** Rewards of a few batches, of which one process has some at a time. */
const REWARDS = 150;

/** Milliseconds by the database's clock. */
const NOW = "(extract(epoch from clock_timestamp()) * 1000)::float8";

it.each(["SIGKILL", "SIGSTOP"] as const)(
  "payouts wait in the ledger's queue when their worker gets a %s: another one settles them, and pays on within three ledgers",
  async (signal) => {
    const cluster = await Cluster.open(inject("template"), ["api", "worker", "worker", "indexer"]);
    onTestFinished(() => cluster[Symbol.asyncDispose]());
    onTestFailed(() => console.error(cluster.fleet.output.slice(-20_000)));
    const { world } = cluster;
    const book = await Book.open(world, { merchants: 1, campaigns: 1, wallets: 38 });
    await book.issue(REWARDS);
    await book.expectExact();

    // Ledgers close on command alone, so that it doesn't matter how busy the machine is.
    await world.ledger.setCloseMode("manual");
    const waiting = async () => {
      const { pendingTransactions } = await world.ledger.call<{ pendingTransactions: number }>("localnet_nodeInfo");
      return pendingTransactions > 0 ? pendingTransactions : undefined;
    };
    await book.issue(REWARDS);
    await until(waiting);
    const before = await cluster.leader("worker");
    const { at } = await cluster.row<{ at: number }>(`select ${NOW} as at`);
    before.process.child.kill(signal);
    const open = await until(waiting);
    const { seen } = await cluster.row<{ seen: number }>(
      "select seen_at::float8 as seen from leaders where role = 'worker'",
    );
    await book.issue(REWARDS);
    const next = await cluster.leader("worker", before.term);
    const { taken } = await cluster.row<{ taken: number }>(
      "select taken_at::float8 as taken from leaders where role = 'worker' and term = $1",
      next.term,
    );
    if (signal === "SIGSTOP") expect(taken - seen).toBeGreaterThanOrEqual(STOPPED_MS);
    // In `npm test` the machine is busy with other tests.
    if (isLong) expect(taken - (signal === "SIGSTOP" ? seen + STOPPED_MS : at)).toBeLessThan(MOVES_WITHIN_MS);

    // The opening of its epoch comes to the same ledger as what the one before has sent, which may let it fail: it opens again.
    await until(async () => (((await waiting()) ?? 0) > open ? true : undefined));
    const newestEpoch = "select max(id)::int as id from submissions where kind = 'epoch' and state = 'confirmed'";
    const { id: earlier } = await cluster.row<{ id: number }>(newestEpoch);
    const epoch = await until(async () => {
      if (await waiting()) await world.ledger.call("localnet_closeLedger");
      const { id } = await cluster.row<{ id: number }>(newestEpoch);
      return id > earlier ? id : undefined;
    });
    const { sequence: settled } = await world.ledger.call<{ sequence: number }>("getLatestLedger");
    // From here on ledgers close by the clock, which stands still while the worker has claimed rewards and not sent them yet.
    let closed = performance.now();
    const paid = await until(async () => {
      const { on_their_way, claimed, ledger } = await cluster.row<Record<string, number | null>>(
        `select count(*) filter (where state = 'stored')::int as on_their_way, min(ledger) filter (where state = 'confirmed')::int as ledger,
           (select count(*) from jobs where queue = 'reward-issuance' and lease_owner is not null)::int as claimed
         from submissions where kind = 'payout' and id > $1`,
        epoch,
      );
      const isDue = claimed === 0 && performance.now() - closed > LEDGER_MS;
      if (isDue || (on_their_way && (await waiting()))) {
        await world.ledger.call("localnet_closeLedger");
        closed = performance.now();
      }
      return ledger ?? undefined;
    });
    expect(paid - settled).toBeLessThanOrEqual(LEDGERS);

    await world.ledger.setCloseMode("instant");
    if (signal === "SIGSTOP") {
      before.process.child.kill("SIGCONT");
      await before.process.printed(/has lost this work/);
    }
    await book.expectExact();
  },
);
