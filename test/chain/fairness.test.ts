import { expect, test } from "vitest";
import { Book } from "../support/book.ts";
import { startWorld } from "../support/fixture.ts";
import { until } from "../support/processes.ts";

/** Payouts of sixty rewards that a ledger takes. */
const FULL = 15;
/** More rewards than four ledgers take. */
const LONG_QUEUE = 4_000;

test("one merchant's long queue holds up another's ten rewards for at most two ledgers", async () => {
  const world = await startWorld();
  const book = await Book.open(world, { campaigns: 1 });
  await world.ledger.setCloseMode("manual");
  const waiting = async () =>
    (await world.ledger.call<{ pendingTransactions: number }>("localnet_nodeInfo")).pendingTransactions;
  /** A slow machine takes as long as it needs to send what fits into a ledger. */
  const closeFull = async () => {
    await until(async () => ((await waiting()) >= FULL ? true : undefined), 120_000);
    await world.ledger.call("localnet_closeLedger");
  };
  const pending = async (merchant: number) => {
    const { body } = await book.merchant(merchant).get("/rewards/issuances?status=pending&limit=1");
    return body.data.length > 0;
  };

  for (let sent = 0; sent < LONG_QUEUE; sent += 1_000) await book.issue(1_000, { merchant: 0, fails: null });
  await closeFull();
  await book.issue(10, { merchant: 1, fails: null });
  for (let closed = 0; closed < 2; closed += 1) await closeFull();
  await until(async () => ((await pending(1)) ? undefined : true), 120_000);
  expect(await pending(0), "the long queue is still there").toBe(true);

  await world.ledger.setCloseMode("instant");
  await book.expectExact();
});
