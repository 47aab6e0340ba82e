import { expect, test } from "vitest";
import { Book } from "../support/book.ts";
import { startWorld } from "../support/fixture.ts";
import { until } from "../support/processes.ts";

/** Twice what the network takes: a slow machine has the time to send what fits into a ledger. */
const CLOSE_MS = 10_000;
/** More rewards than four ledgers take. */
const LONG_QUEUE = 4_000;

test("one merchant's long queue holds up another's ten rewards for at most two ledgers", async () => {
  const world = await startWorld();
  const book = await Book.open(world, { campaigns: 1 });
  await world.ledger.closeEvery(CLOSE_MS);
  const ledger = async () => (await world.ledger.call<{ sequence: number }>("getLatestLedger", {})).sequence;
  const pending = async (merchant: number) => {
    const { body } = await book.merchant(merchant).get("/rewards/issuances?status=pending&limit=1");
    return body.data.length > 0;
  };

  for (let sent = 0; sent < LONG_QUEUE; sent += 1_000) await book.issue(1_000, { merchant: 0, fails: null });
  const first = await ledger();
  await until(async () => ((await ledger()) > first ? true : undefined));
  const issued = await ledger();
  await book.issue(10, { merchant: 1, fails: null });
  const settled = await until(async () => ((await pending(1)) ? undefined : ledger()), 120_000);
  expect(settled - issued).toBeLessThanOrEqual(2);
  expect(await pending(0), "the long queue is still there").toBe(true);

  await world.ledger.closeEvery(null);
  await book.expectExact();
});
