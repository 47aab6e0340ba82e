import { test } from "vitest";
import { Book } from "../support/book.ts";
import { startWorld } from "../support/fixture.ts";

/** Ledgers that the node keeps. */
const RETENTION = 200;

test("fault 2: down for longer than the node keeps ledgers, with a transaction on its way: payouts continue, also after the next restart", async () => {
  const world = await startWorld({}, { ledger: ["--retention", String(RETENTION)] });
  const book = await Book.open(world, { merchants: 1, campaigns: 1 });
  await world.arm("after-sent");
  const issued = book.issue(20);
  issued.catch(() => undefined);
  await world.killedItself();
  await book.readLedger();
  await world.ledger.call("localnet_advanceSequence", { ledgers: 2 * RETENTION });

  // Nobody can name a transaction that the node has dropped.
  const expectation = { unknownHashes: true };
  await world.startServer();
  await issued;
  await book.issue(3);
  await book.expectExact(expectation);
  await world.server.kill("SIGTERM");
  await world.startServer();
  await book.issue(3);
  await book.expectExact(expectation);
});
