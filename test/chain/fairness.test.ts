import { expect, test } from "vitest";
import { Book } from "../support/book.ts";
import { startWorld } from "../support/fixture.ts";
import { atLength } from "../support/long.ts";
import { until } from "../support/processes.ts";

/** Transactions of the worker that a ledger takes, each with up to sixty rewards. */
const CHANNELS = atLength(4, 16);
/** More than four ledgers take. */
const LONG_QUEUE = atLength(1_000, 4_000);

test("one merchant's long queue holds up another's ten rewards for at most two ledgers", async () => {
  const world = await startWorld({ WORKER_CHANNELS: String(CHANNELS) }, { proxied: true });
  const book = await Book.open(world, { campaigns: 1 });
  await world.ledger.setCloseMode("manual");
  const pending = async (merchant: number) => {
    const { body } = await book.merchant(merchant).get("/rewards/issuances?status=pending&limit=1");
    return body.data.length > 0;
  };
  const { sent } = world.proxy;
  const before = sent.size;
  /** Resolves when every channel has a transaction that waits for the next ledger. */
  const isFull = (closed: number) => until(() => sent.size >= before + (closed + 1) * CHANNELS || undefined);

  for (let sent = 0; sent < LONG_QUEUE; sent += 1_000) await book.issue(1_000, { merchant: 0, fails: null });
  await isFull(0);
  await book.issue(10, { merchant: 1, fails: null });
  for (const closed of [0, 1]) {
    await isFull(closed);
    await world.ledger.call("localnet_closeLedger");
  }
  await until(async () => ((await pending(1)) ? undefined : true));
  expect(await pending(0), "the long queue is still there").toBe(true);

  await world.ledger.setCloseMode("instant");
  await book.expectExact();
});
